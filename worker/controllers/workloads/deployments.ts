import { isNamespaceTerminating } from '../client/namespace-terminating.ts'
import type { ApiObject } from '../../api/object.ts'
import { valueAt } from '../../resources/path.ts'
import type { Informer } from '../client/informer.ts'
import { keyOf, namespacedName, splitKey } from '../client/namespaced-name.ts'
import type { WorkQueue } from '../client/work-queue.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { DEPLOYMENTS, PODS, REPLICA_SETS } from '../kinds.ts'
import { controllerOf } from '../object-parts.ts'
import { claimObjects } from './adoption.ts'
import { dependentHandler } from './dependents.ts'
import { deploymentAnnotations } from './deployment-annotations.ts'
import { isRolling } from './deployment-spec.ts'
import { syncDeployment } from './deployment-sync.ts'
import { orphansOf } from './orphans.ts'
import { selectionOf } from './selection.ts'

/** Keeps a replica set for each template of a deployment and rolls out template changes. */
export const deployments = {
  name: 'deployment-controller',
  alias: 'deployment',
  open(context): Controller {
    let queue: WorkQueue | undefined
    return {
      needs: [DEPLOYMENTS, REPLICA_SETS, PODS],
      async start() {
        const informers = {
          deployments: context.informer(DEPLOYMENTS),
          sets: context.informer(REPLICA_SETS),
          pods: context.informer(PODS),
        }
        const { deployments, sets, pods } = informers
        const sync = deploymentSync(context, informers)
        const keys = context.queue(async (key) => {
          const wait = await sync(key)
          if (wait !== undefined) keys.addAfter(key, wait)
        })
        queue = keys
        const add = (deployment: ApiObject): void => keys.add(keyOf(deployment))
        deployments.addEventHandler({ added: add, updated: add, deleted: add })
        sets.addEventHandler(
          dependentHandler({ kind: 'Deployment', informer: deployments, add: (key) => keys.add(key) }),
        )
        pods.addEventHandler({
          deleted(pod) {
            const deployment = waitingFor(pod, informers)
            if (deployment !== undefined) add(deployment)
          },
        })
        await Promise.all([deployments.synced, sets.synced, pods.synced])
      },
      stop: () => queue?.stop(),
    }
  },
} satisfies ManagerController

interface DeploymentInformers {
  readonly deployments: Informer
  readonly sets: Informer
  readonly pods: Informer
}

function deploymentSync(
  { objects, clock, dialect, recorder }: ManagerContext,
  { deployments, sets, pods }: DeploymentInformers,
): (key: string) => Promise<number | undefined> {
  const syncContext = {
    objects,
    clock,
    recorder: recorder('deployment-controller'),
    annotations: deploymentAnnotations(dialect),
    podsOf: ({ metadata }: ApiObject) => pods.controlledBy(metadata?.uid ?? ''),
  }
  const orphans = orphansOf(sets)
  return async (key) => {
    const deployment = deployments.get(splitKey(key))
    if (deployment === undefined) return undefined
    const isSelected = selectionOf(valueAt(deployment, 'spec.selector'))
    const isWanted = ({ metadata }: ApiObject): boolean => isSelected(metadata?.labels)
    const claim = { objects, owner: deployment, ownerResource: DEPLOYMENTS, resource: REPLICA_SETS, isWanted }
    const { uid = '', namespace = '' } = deployment.metadata ?? {}
    const owned = await claimObjects(claim, [...sets.controlledBy(uid), ...orphans(namespace)])
    try {
      return await syncDeployment(syncContext, deployment, owned)
    } catch (error) {
      if (!isNamespaceTerminating(error)) throw error
      return undefined
    }
  }
}

/**
 * The deployment of a deleted pod, when the deployment has the strategy Recreate and no other pod. Such a deployment
 * creates new pods only after this deletion.
 */
function waitingFor(pod: ApiObject, { deployments, sets, pods }: DeploymentInformers): ApiObject | undefined {
  const { namespace } = namespacedName(pod)
  const set = owner(sets, namespace, pod)
  const deployment = set && owner(deployments, namespace, set)
  if (deployment === undefined || isRolling(deployment)) return undefined
  for (const { metadata } of sets.controlledBy(deployment.metadata?.uid ?? '')) {
    for (const _ of pods.controlledBy(metadata?.uid ?? '')) return undefined
  }
  return deployment
}

function owner(informer: Informer, namespace: string, object: ApiObject): ApiObject | undefined {
  const reference = controllerOf(object)
  const found = reference && informer.get({ namespace, name: reference.name })
  return found?.metadata?.uid === reference?.uid ? found : undefined
}
