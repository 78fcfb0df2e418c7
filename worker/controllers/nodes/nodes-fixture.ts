import type { Json, JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { managed, type ManagedCluster } from '../controller-fixture.ts'
import type { ManagerController } from '../controller.ts'
import { NODES } from '../kinds.ts'

export interface NodeCluster extends ManagedCluster {
  /** Creates a node, which is ready unless the status says otherwise. */
  node(name: string, given?: { status?: JsonObject; spec?: JsonObject; labels?: Record<string, string> }): Promise<void>
  taint(name: string, taints: Json[] | null): Promise<void>
  /** Creates a pod, which is on node `n` unless the spec says otherwise. */
  pod(name: string, spec?: JsonObject, metadata?: JsonObject): Promise<ApiObject>
  /** All events about the object in the namespace `default`, each as `reason: message`. */
  events(about: string): string[]
}

export async function nodes(controllers: readonly ManagerController[]): Promise<NodeCluster> {
  const cluster = await managed(controllers)
  return {
    ...cluster,
    async node(name, { status = { conditions: [{ type: 'Ready', status: 'True' }] }, spec = {}, labels = {} } = {}) {
      await cluster.create('nodes', { kind: 'Node', apiVersion: 'v1', metadata: { name, labels }, spec, status })
      await cluster.pass(0)
    },
    async taint(name, taints) {
      await cluster.context.objects.patch(NODES, { namespace: '', name }, 'merge', { spec: { taints } })
      await cluster.pass(0)
    },
    async pod(name, spec = {}, metadata = {}) {
      const made = await cluster.create('pods', {
        kind: 'Pod',
        apiVersion: 'v1',
        metadata: { name, ...metadata },
        spec: { containers: [{ name: 'c', image: 'i' }], nodeName: 'n', ...spec },
      })
      await cluster.pass(0)
      return made
    },
    events: (about) =>
      cluster
        .all('events', 'default')
        .filter(({ involvedObject }) => (involvedObject as JsonObject)['name'] === about)
        .map(({ reason, message }) => `${String(reason)}: ${String(message)}`),
  }
}
