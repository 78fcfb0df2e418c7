import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import type { AdmissionRequest } from '../admission.ts'
import { contextOf, podOf, requestOf, runPlugin } from '../admission-fixture.ts'
import { nodeRestriction } from './node-restriction.ts'

const objects = {
  nodes: [{ metadata: { name: 'node1', uid: 'u1' } }],
  pods: [podOf({ nodeName: 'node1' }, { name: 'mine' }), podOf({ nodeName: 'node2' }, { name: 'other' })],
}
const plugin = nodeRestriction(contextOf({ objects }))
const user = { username: 'system:node:node1', uid: '', groups: ['system:nodes'], extra: {} }
const asNode = (object: ApiObject | undefined, parts: Partial<AdmissionRequest> = {}) =>
  runPlugin(plugin, requestOf(object, { user, ...parts }))

describe('NodeRestriction', () => {
  it('lets a node create its mirror pods, which refer to no objects', async () => {
    const owner = { apiVersion: 'v1', kind: 'Node', name: 'node1', uid: 'u1', controller: true }
    const metadata = { annotations: { 'kubernetes.io/config.mirror': 'x' }, ownerReferences: [owner] }
    await asNode(podOf({ nodeName: 'node1' }, metadata))
    await expect(asNode(podOf({ nodeName: 'node1' }))).rejects.toThrow('node "node1" can only create mirror pods')
    await expect(asNode(podOf({ nodeName: 'node2' }, metadata))).rejects.toThrow('spec.nodeName set to itself')
    const volumes = [{ name: 'v', projected: { sources: [{ configMap: { name: 'x' } }] } }]
    await expect(asNode(podOf({ nodeName: 'node1', volumes }, metadata))).rejects.toThrow(
      'node "node1" can not create pods that reference configmaps',
    )
  })

  it('lets a node delete its own pods, and neither delete nor evict other pods', async () => {
    const deletion = (name: string) => asNode(undefined, { operation: 'DELETE', name })
    await deletion('mine')
    await expect(deletion('other')).rejects.toThrow(
      'node "node1" can only delete pods with spec.nodeName set to itself',
    )
    await expect(deletion('absent')).rejects.toThrow('pod "absent" not found')
    await expect(asNode({}, { subresource: 'eviction', name: 'other' })).rejects.toThrow('can only evict pods')
    await expect(asNode({}, { subresource: 'binding', name: 'mine' })).rejects.toThrow(
      `unexpected pod subresource "binding", only 'status' and 'eviction' are allowed`,
    )
  })

  it('refuses writes to other nodes, to taints and to system labels', async () => {
    const resource = { group: '', version: 'v1', resource: 'nodes' }
    const node = (labels: Record<string, string>, spec: ApiObject = {}): ApiObject => ({
      metadata: { name: 'node1', labels },
      spec,
    })
    const update = (object: ApiObject) => asNode(object, { resource, operation: 'UPDATE', oldObject: node({}) })
    await update(node({ own: 'x', 'kubernetes.io/os': 'linux', 'a.node.kubernetes.io/b': 'c' }))
    await expect(update(node({ 'k8s.io/b': 'x', 'node-restriction.kubernetes.io/a': 'x' }))).rejects.toThrow(
      'is not allowed to modify labels: k8s.io/b, node-restriction.kubernetes.io/a',
    )
    await expect(update(node({}, { taints: [{ key: 'a' }] }))).rejects.toThrow('is not allowed to modify taints')
    const configSource = { configMap: { name: 'c', namespace: 'n', kubeletConfigKey: 'k' } }
    for (const spec of [{}, { configSource }])
      await expect(asNode({ metadata: { name: 'node2' }, spec }, { resource })).rejects.toThrow(
        'node "node1" is not allowed to modify node "node2"',
      )
    // The text of the real server says pods.
    await expect(asNode(node({}, { configSource }), { resource })).rejects.toThrow(
      'node "node1" is not allowed to create pods with a non-nil configSource',
    )
  })

  it('lets a node write the capacity and the conditions of a claim, and nothing else', async () => {
    const resource = { group: '', version: 'v1', resource: 'persistentvolumeclaims' }
    const oldObject: ApiObject = { metadata: { name: 'c', resourceVersion: '1' }, status: { phase: 'Pending' } }
    const update = (object: ApiObject) =>
      asNode(object, { resource, subresource: 'status', operation: 'UPDATE', oldObject, name: 'c' })
    await update({ ...oldObject, status: { phase: 'Pending', capacity: { storage: '1Gi' }, conditions: [] } })
    const refusal =
      'node "node1" is not allowed to update fields other than status.quantity and status.conditions:   &core.Persis'
    await expect(update({ ...oldObject, status: { phase: 'Bound' } })).rejects.toThrow(refusal)
    await expect(update({ ...oldObject, metadata: { name: 'c', labels: { a: 'b' } } })).rejects.toThrow(refusal)
  })

  it('refuses changes of the resource claims in the status of a pod', async () => {
    const pod = podOf({ nodeName: 'node1' }, { name: 'mine' })
    const status = { resourceClaimStatuses: [{ name: 'x', resourceClaimName: 'y' }] }
    const parts = { subresource: 'status', operation: 'UPDATE', oldObject: pod, name: 'mine' } as const
    await expect(asNode({ ...pod, status }, parts)).rejects.toThrow('cannot update resource claim statues')
  })

  it('refuses the write of a ConfigMap by a node without a name', async () => {
    const nameless = { ...user, username: 'system:node:' }
    const resource = { group: '', version: 'v1', resource: 'configmaps' }
    await expect(asNode({ metadata: { name: 'a' } }, { user: nameless, resource })).rejects.toThrow(
      'could not determine node from user "system:node:"',
    )
  })

  it('ignores users that are not nodes, and refuses a pod of a node without a name', async () => {
    await runPlugin(plugin, requestOf(podOf()))
    const nameless = { ...user, username: 'system:node:' }
    await expect(runPlugin(plugin, requestOf(podOf(), { user: nameless }))).rejects.toThrow(
      'could not determine node from user "system:node:"',
    )
  })
})
