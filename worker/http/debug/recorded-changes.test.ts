import { expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { changedBy } from './recorded-changes.ts'

const podOf = (...containers: JsonObject[]): JsonObject => ({ kind: 'Pod', spec: { containers } })

it('names an item of a list by its key, when another item came before it', () => {
  const before = podOf({ name: 'web', image: 'web:1' })
  const after = podOf({ name: 'proxy' }, { name: 'web', image: 'web:2' })
  expect(changedBy(before, after)?.()).toEqual({
    changes: [
      { path: '/spec/containers/name=web/image', before: 'web:1', after: 'web:2' },
      { path: '/spec/containers/name=proxy', after: { name: 'proxy' } },
    ],
  })
})

it('keeps the values that the object had when the step ended', () => {
  const after = podOf({ name: 'web', image: 'web:2' })
  const detail = changedBy(podOf({ name: 'web', image: 'web:1' }), after)
  after['spec'] = {}
  expect(detail?.()).toMatchObject({ changes: [{ after: 'web:2' }] })
})

it('keeps only the paths when the values are long', () => {
  const detail = changedBy({ kind: 'ConfigMap' }, { kind: 'ConfigMap', data: { text: 'x'.repeat(20_000) } })
  expect(detail?.()).toEqual({ changes: [{ path: '/data' }] })
})

it('returns undefined when only the version differs', () => {
  const at = (resourceVersion: string) => ({ kind: 'Pod', metadata: { name: 'a', resourceVersion } })
  expect(changedBy(at('1'), at('2'))).toBeUndefined()
})
