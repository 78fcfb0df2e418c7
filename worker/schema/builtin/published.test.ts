import { describe, expect, it } from 'vitest'
import { dialects } from '../../dialect/dialect.ts'
import { publishedOnRequest, publishedType, type Published } from './published.ts'
import { builtinTypeNames } from './types.ts'
import { readRecording } from '../../../tests/recordings/archive.ts'

const { spell } = dialects.k8s

function spelled(value: unknown): unknown {
  if (typeof value === 'string') return spell(value)
  if (Array.isArray(value)) return value.map(spelled)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'ref' ? spell(`{reverse}.${String(inner)}`) : spelled(inner),
    ]),
  )
}

describe('published types', () => {
  it('equal the OpenAPI of the real server', () => {
    const recorded = readRecording('schema', 'types') as Record<string, Published & { profile?: string }>
    const published = builtinTypeNames().filter((name) => publishedType(name) !== undefined)
    const names = published.map((name) => spell(`{reverse}.${name}`))
    expect(new Set(names)).toEqual(new Set(Object.keys(recorded).filter((name) => name !== '')))
    for (const [i, name] of published.entries()) {
      const { profile, ...type } = recorded[names[i] ?? ''] ?? {}
      expect({ name, type: spelled(publishedType(name)) }).toEqual({ name, type })
      expect({ name, all: publishedOnRequest(name) }).toEqual({ name, all: profile === 'all' })
    }
  })
})

it('returns undefined for an unpublished or unknown type', () => {
  expect(publishedType('api.admission.v1.AdmissionReview')).toBeUndefined()
  expect(publishedType('api.core.v1.None')).toBeUndefined()
})
