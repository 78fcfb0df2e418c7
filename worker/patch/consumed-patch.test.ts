import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import { builtinType } from '../schema/builtin/types.ts'
import { consumedPatch } from './consumed-patch.ts'

const deployment = builtinType('api.apps.v1.Deployment')
const containers = (...items: JsonObject[]): JsonObject => ({ spec: { template: { spec: { containers: items } } } })

describe('a strategic merge patch after the merge', () => {
  it('has no ordered lists and no directives of maps', () => {
    const patch = {
      metadata: { $patch: 'replace', labels: { a: '1' } },
      spec: {
        $retainKeys: ['template'],
        template: { spec: { '$setElementOrder/containers': [{ name: 'c' }], containers: [{ name: 'c', image: 'i' }] } },
      },
    }
    expect(consumedPatch({ metadata: {}, ...containers({ name: 'c' }) }, patch, deployment)).toEqual({
      metadata: { labels: { a: '1' } },
      spec: { template: { spec: {} } },
    })
    expect(patch.metadata.$patch).toBe('replace')
  })

  it('has no nulls in values that the document did not have', () => {
    const patch = { metadata: { labels: { a: null }, annotations: { b: null } } }
    expect(consumedPatch({ metadata: { annotations: { b: '1' } } }, patch, deployment)).toEqual({
      metadata: { labels: {}, annotations: { b: null } },
    })
  })

  it('merges later items with the same key into the first one when the document has no such item', () => {
    const patch = containers({ name: 'c', env: null, image: 'i' }, { name: 'c', env: null, tty: true })
    expect(consumedPatch(containers({ name: 'd' }), patch, deployment)).toEqual(
      containers({ name: 'c', image: 'i', tty: true }, { name: 'c', env: null, tty: true }),
    )
  })

  it('keeps items with directives, and changes items that were merged', () => {
    const item = { name: 'c', env: null, resources: { limits: null, $patch: 'delete' } }
    const patch = containers({ name: 'd', $patch: 'delete' }, item, { name: 'e', ports: [{ $patch: 'delete' }] })
    expect(consumedPatch(containers({ name: 'c' }), patch, deployment)).toEqual(
      containers(
        { name: 'd', $patch: 'delete' },
        { name: 'c', env: null, resources: { $patch: 'delete' } },
        { name: 'e', ports: [{ $patch: 'delete' }] },
      ),
    )
  })
})
