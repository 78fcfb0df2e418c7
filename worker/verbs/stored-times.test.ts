import { expect, it } from 'vitest'
import type { ApiObject } from '../api/object.ts'
import { requireReadableTimes, withReadableOwners } from './stored-times.ts'
import type { WriteTarget } from './write.ts'

const owner = (time: string) => ({
  metadata: { name: 'a', managedFields: [{ manager: 'm', operation: 'Update' as const, time, apiVersion: 'v1' }] },
})
const condition = (lastTransitionTime: string): ApiObject => ({ status: { conditions: [{ lastTransitionTime }] } })
const writtenTo = (group: string, object: ApiObject) => () =>
  requireReadableTimes({ resource: { group }, version: {} } as WriteTarget, object)

it('refuses a time that Go cannot read again in a kind that the real server stores as JSON', () => {
  for (const object of [owner('10000-01-01T00:59:59Z'), condition('10000-01-01T00:59:59Z')]) {
    expect(writtenTo('apiregistration.k8s.io', object)).toThrow(
      'parsing time "10000-01-01T00:59:59Z" as "2006-01-02T15:04:05Z07:00": cannot parse "0-01-01T00:59:59Z" as "-"',
    )
    expect(writtenTo('apps', object)).not.toThrow()
  }
  expect(writtenTo('apiextensions.k8s.io', condition('-0001-12-31T23:00:00Z'))).toThrow('as "2006"')
  expect(writtenTo('apiextensions.k8s.io', condition('9999-12-31T23:59:59Z'))).not.toThrow()
})

it('ignores managedFields with such a time', () => {
  expect(withReadableOwners(owner('10000-01-01T00:59:59Z'))).toEqual({ metadata: { name: 'a' } })
  const readable = owner('9999-12-31T23:59:59Z')
  expect(withReadableOwners(readable)).toBe(readable)
})
