import { expect, it } from 'vitest'
import { noteEmpty } from '../../api/given-empty.ts'
import type { JsonObject } from '../../api/json.ts'
import { dialects } from '../../dialect/dialect.ts'
import { compileRules } from '../notation/compile-rules.ts'
import { storageVersions } from './storage-versions.ts'

const rules = compileRules(storageVersions.subresourceRules.status, dialects.svc.spell)
const errors = (status: JsonObject): string[] => rules({ status }).map(({ field, message }) => `${field}: ${message}`)
const server = (encodingVersion: string, apiServerID = 'a'): JsonObject => ({
  apiServerID,
  encodingVersion,
  decodableVersions: [encodingVersion],
})

it('requires the common version when all servers encode the same one, and forbids it otherwise', () => {
  expect(errors({ storageVersions: [server('v1')], commonEncodingVersion: 'v1' })).toEqual([])
  expect(errors({ storageVersions: [server('v1')] })).toEqual([
    'status.commonEncodingVersion: Invalid value: "null": the common encoding version is v1',
  ])
  const [fault] = errors({ storageVersions: [server('v1'), server('v2', 'b')], commonEncodingVersion: 'v1' })
  expect(fault).toContain('should be nil if servers do not agree')
})

it('accepts a version with a group, and refuses an empty group', () => {
  expect(errors({ storageVersions: [server('apps/v1')], commonEncodingVersion: 'apps/v1' })).toEqual([])
  expect(errors({ storageVersions: [server('/v1')], commonEncodingVersion: '/v1' })[0]).toContain(
    'group part: must be non-empty',
  )
})

it('refuses two reports of one server', () => {
  const reports = [server('v1'), server('v1')]
  expect(errors({ storageVersions: reports, commonEncodingVersion: 'v1' })).toEqual([
    'status.storageVersions[1].apiServerID: Duplicate value: "a"',
  ])
})

it('prints an empty list of decodable versions, and no list for a missing one', () => {
  const emptied: JsonObject = { apiServerID: 'a', encodingVersion: 'v1' }
  const shown = (): string | undefined => errors({ storageVersions: [emptied], commonEncodingVersion: 'v1' })[0]
  expect(shown()).toContain('Invalid value: []string(nil): decodableVersions must include')
  noteEmpty(emptied, 'decodableVersions', [])
  expect(shown()).toContain('Invalid value: []string{}: decodableVersions must include')
})
