import { describe, expect, it } from 'vitest'
import type { Discovery, ResourceType } from '../client/discovery.ts'
import { ownersOf, referenceOf } from './references.ts'

const type = (group: string, resource: string, kind: string, namespaced = true): ResourceType => ({
  group,
  version: 'v1',
  resource,
  kind,
  singular: kind.toLowerCase(),
  namespaced,
  verbs: ['list'],
  shortNames: [],
  categories: [],
})
const types = [
  type('', 'configmaps', 'ConfigMap'),
  type('', 'nodes', 'Node', false),
  type('apps', 'replicasets', 'ReplicaSet'),
]
const discovery: Discovery = {
  types,
  byResource: (group, resource) => types.find((entry) => entry.group === group && entry.resource === resource),
  byKind: (group, kind) => types.find((entry) => entry.group === group && entry.kind === kind),
}

describe('references', () => {
  it('resolves the fields that name an object', () => {
    expect(referenceOf('nodeName', 'node-1', 'shop', discovery)).toMatchObject({
      resource: 'nodes',
      namespace: '',
      name: 'node-1',
    })
    expect(referenceOf('configMapKeyRef', { name: 'a', key: 'b' }, 'shop', discovery)).toMatchObject({
      resource: 'configmaps',
      namespace: 'shop',
      name: 'a',
    })
  })

  it('resolves references that contain a kind', () => {
    const target = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-1' }
    expect(referenceOf('scaleTargetRef', target, 'shop', discovery)).toMatchObject({
      group: 'apps',
      resource: 'replicasets',
      namespace: 'shop',
      name: 'web-1',
    })
  })

  it('ignores similar fields that are not references', () => {
    expect(referenceOf('name', 'web', 'shop', discovery)).toBeUndefined()
    expect(referenceOf('constructor', 'web', 'shop', discovery)).toBeUndefined()
    expect(referenceOf('target', { kind: 'Unheard', name: 'of' }, 'shop', discovery)).toBeUndefined()
  })

  it('lists owners, without a link when the kind is unknown', () => {
    const owner = (apiVersion: string, kind: string) => ({ apiVersion, kind, name: 'x', uid: 'u', controller: true })
    const object = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: 'p',
        namespace: 'shop',
        ownerReferences: [owner('apps/v1', 'ReplicaSet'), owner('v9', 'Thing')],
      },
    }
    const [known, unknown] = ownersOf(object, discovery)
    expect(known).toMatchObject({
      title: 'ReplicaSet/x',
      controller: true,
      ref: { resource: 'replicasets', namespace: 'shop' },
    })
    expect(unknown?.ref).toBeUndefined()
  })
})
