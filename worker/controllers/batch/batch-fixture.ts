import type { Json } from '../../api/json.ts'
import { patchOf } from '../../verbs/server-itself.ts'
import { textAt } from '../../resources/path.ts'
import { managed, type ManagedCluster } from '../controller-fixture.ts'
import type { ManagerController } from '../controller.ts'

export interface BatchCluster extends ManagedCluster {
  /** Sends a merge patch in the default namespace and waits until the cluster is idle. */
  patch(resource: string, name: string, body: Json, subresource?: 'status'): Promise<void>
  /** Events of the default namespace as `reason: message`, in no particular order. */
  events(): string[]
}

export const podTemplate = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } }

/** A cluster that runs one of the job controllers. */
export async function batchCluster(controller: ManagerController): Promise<BatchCluster> {
  const cluster = await managed([controller])
  const { verbs, target, caller, pass, all } = cluster
  return {
    ...cluster,
    async patch(resource, name, body, subresource) {
      const options = { dryRun: false, fieldManager: 'test' }
      await verbs.patch(target(resource, name, 'default', subresource), caller, patchOf('merge', body), options)
      await pass(0)
    },
    events: () => all('events', 'default').map((event) => `${textAt(event, 'reason')}: ${textAt(event, 'message')}`),
  }
}
