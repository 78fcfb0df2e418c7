import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { virtualClock } from '../../clock/virtual-clock.ts'
import { storedEncoding } from '../../codec/encode.ts'
import { dialects } from '../../dialect/dialect.ts'
import { memoryLog } from '../../store/persistence/memory-log.ts'
import { openStore } from '../../store/revisioned-store.ts'
import type { Store } from '../../store/store.ts'
import type { Attributes, Authorizer } from '../authorizer.ts'
import { nodeAuthorizer } from './node.ts'
import { openNodeGraph } from './node-graph.ts'

let store: Store
let authorizer: Pick<Authorizer, 'authorize'>

beforeEach(async () => {
  store = await openStore({ log: memoryLog(), clock: virtualClock(), report: console.error, ...storedEncoding })
  const off = () => false
  authorizer = nodeAuthorizer(openNodeGraph(store, dialects.svc, off), dialects.svc, off)
})
afterEach(() => store.close())

async function put(resource: string, namespace: string, name: string, content: ApiObject): Promise<void> {
  await store.put({ resource, namespace, name }, { ...content, metadata: { ...content.metadata, name, namespace } }, 0)
}

const user = (node: string) => ({ username: `system:node:${node}`, uid: '', groups: ['system:nodes'], extra: {} })

/** Sends a request such as `get secrets shop/key` to the authorizer. */
function ask(request: string, more: Partial<Attributes> = {}) {
  const [verb = '', what = '', place = ''] = request.split(' ')
  const [resource = '', subresource = ''] = what.split('/')
  const [namespace = '', name = ''] = place.includes('/') ? place.split('/') : ['', place]
  const rest = { resourceRequest: true, group: '', version: 'v1', path: '' }
  return authorizer.authorize({ user: user('n1'), verb, resource, subresource, namespace, name, ...rest, ...more })
}

const stranger = { effect: 'no-opinion', reason: "no relationship found between node 'n1' and this object" }

const pod = (nodeName: string): ApiObject => ({
  kind: 'Pod',
  spec: {
    nodeName,
    serviceAccountName: 'robot',
    volumes: [
      { name: 'v', secret: { secretName: 'key' } },
      { name: 'c', persistentVolumeClaim: { claimName: 'data' } },
      { name: 'scratch', ephemeral: {} },
    ],
    containers: [{ name: 'c', envFrom: [{ configMapRef: { name: 'settings' } }] }],
  },
})

describe('nodeAuthorizer', () => {
  it('lets a node read the objects that its pods use, while the pods exist', async () => {
    expect(ask('get secrets shop/key')).toEqual(stranger)
    await put('pods', 'shop', 'web', pod('n1'))
    for (const allowed of [
      'get secrets shop/key',
      'watch configmaps shop/settings',
      'get persistentvolumeclaims shop/data',
      'get persistentvolumeclaims shop/web-scratch',
      'create serviceaccounts/token shop/robot',
    ]) {
      expect(ask(allowed), allowed).toMatchObject({ effect: 'allow' })
    }
    expect(ask('get secrets other/key')).toEqual(stranger)
    expect(ask('get secrets shop/key', { user: user('n2') })).toMatchObject({ effect: 'no-opinion' })
    const key = { resource: 'pods', namespace: 'shop', name: 'web' }
    await store.remove(key, store.get(key)?.revision ?? 0)
    expect(ask('get secrets shop/key')).toEqual(stranger)
  })

  it('follows claims to their volumes, and volumes to their secrets', async () => {
    await put('pods', 'shop', 'web', pod('n1'))
    await put('persistentvolumes', '', 'disk', {
      spec: {
        claimRef: { namespace: 'shop', name: 'data' },
        csi: { nodeStageSecretRef: { namespace: 'vault', name: 'stage' }, controllerPublishSecretRef: { name: 'no' } },
      },
    })
    expect(ask('get persistentvolumes disk')).toMatchObject({ effect: 'allow' })
    expect(ask('get secrets vault/stage')).toMatchObject({ effect: 'allow' })
    expect(ask('get secrets shop/no')).toEqual(stranger)
  })

  it('ignores the references of mirror pods', async () => {
    await put('pods', 'shop', 'web', { ...pod('n1'), metadata: { annotations: { 'svc.io/config.mirror': 'x' } } })
    expect(ask('get secrets shop/key')).toEqual(stranger)
  })

  it('gives the reason of a refusal', () => {
    const reasons: Readonly<Record<string, string>> = {
      'delete secrets shop/key': 'can only read resources of this type',
      'get secrets key': 'can only read namespaced object of this type',
      'list configmaps shop/': 'No Object name found',
      'list persistentvolumes ': 'can only get individual resources of this type',
      'get persistentvolumeclaims/status shop/data': 'can only get/update/patch this type',
      'create serviceaccounts shop/': 'can only create tokens for individual service accounts',
    }
    for (const [request, reason] of Object.entries(reasons)) expect(ask(request), request).toMatchObject({ reason })
    const lease = { group: 'coordination.svc.io' }
    expect(ask('get leases svc-node-lease/n2', lease)).toMatchObject({
      reason: 'can only access node lease with the same name as the requesting node',
    })
    expect(ask('update leases svc-node-lease/n1', lease)).toMatchObject({ effect: 'allow' })
    expect(ask('get leases default/n1', lease)).toMatchObject({
      reason: 'can only access leases in the "svc-node-lease" system namespace',
    })
  })

  it('applies the rules of every node to nodes only', () => {
    expect(ask('patch nodes/status n1')).toMatchObject({ effect: 'allow' })
    expect(ask('delete nodes n1')).toEqual({ effect: 'no-opinion', reason: '' })
    expect(ask('get nodes n1', { user: { ...user('n1'), groups: [] } })).toEqual({ effect: 'no-opinion', reason: '' })
    expect(ask('get nodes n1', { user: user('') })).toMatchObject({ reason: 'unknown node for user "system:node:"' })
  })
})
