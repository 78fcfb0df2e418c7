import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { managed, type ManagedCluster } from '../controller-fixture.ts'
import type { ManagerController } from '../controller.ts'
import { PODS } from '../kinds.ts'

export interface NetworkCluster extends ManagedCluster {
  /** Creates a service, which selects `app: web` unless the spec has another selector. */
  service(name: string, spec?: JsonObject, metadata?: JsonObject): Promise<ApiObject>
  /** Creates a running pod, by default on node `n`, ready, and with the label `app: web`. */
  pod(
    name: string,
    ip: string,
    given?: { spec?: JsonObject; node?: string; ready?: boolean; labels?: Record<string, string> },
  ): Promise<void>
  node(name: string, given?: { labels?: Record<string, string>; cpu?: string }): Promise<void>
  events(about: string, namespace?: string): string[]
}

/** A cluster with services. `pod` also writes the status of its pod. */
export async function networked(controllers: readonly ManagerController[]): Promise<NetworkCluster> {
  const cluster = await managed(controllers)
  const { create, context } = cluster
  const status = async (name: string, ip: string, ready: boolean): Promise<void> => {
    const conditions = [{ type: 'Ready', status: ready ? 'True' : 'False' }]
    await context.objects.patchStatus(PODS, { namespace: 'default', name }, 'merge', {
      status: { phase: 'Running', conditions, podIP: ip, podIPs: [{ ip }] },
    })
  }
  return {
    ...cluster,
    service: (name, spec = {}, metadata = {}) =>
      create('services', {
        kind: 'Service',
        apiVersion: 'v1',
        metadata: { name, ...metadata },
        spec: { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 8080 }], ...spec },
      }),
    async pod(name, ip, { spec = {}, node = 'n', ready = true, labels = { app: 'web' } } = {}) {
      await create('pods', {
        kind: 'Pod',
        apiVersion: 'v1',
        metadata: { name, labels },
        spec: { containers: [{ name: 'c', image: 'i' }], ...(node !== '' && { nodeName: node }), ...spec },
      })
      await status(name, ip, ready)
      await cluster.pass(0)
    },
    async node(name, { labels = {}, cpu } = {}) {
      await create('nodes', {
        kind: 'Node',
        apiVersion: 'v1',
        metadata: { name, labels },
        status: {
          conditions: [{ type: 'Ready', status: 'True' }],
          ...(cpu !== undefined && { allocatable: { cpu }, capacity: { cpu } }),
        },
      })
      await cluster.pass(0)
    },
    events: (about, namespace = 'default') =>
      cluster
        .all('events', namespace)
        .filter(({ involvedObject }) => (involvedObject as JsonObject)['name'] === about)
        .map(({ reason, message }) => `${String(reason)}: ${String(message)}`),
  }
}
