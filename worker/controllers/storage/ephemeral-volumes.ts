import { isObject, objectOrEmpty } from '../../api/json.ts'
import type { JsonObject } from '../../api/json.ts'
import type { ApiObject, ObjectMeta } from '../../api/object.ts'
import { StatusError } from '../../api/status.ts'
import { keyOf, splitKey } from '../client/namespaced-name.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { PERSISTENT_VOLUME_CLAIMS, PODS } from '../kinds.ts'
import { controllerReference, isBeingDeleted } from '../object-parts.ts'
import { queueController } from '../queue-controller.ts'
import { claimsOf, isMadeFor } from './pod-claims.ts'

/** Creates the claims of ephemeral volumes. The garbage collector deletes them with the pod. */
export const ephemeralVolumes = {
  name: 'ephemeral-volume-controller',
  alias: 'ephemeral-volume',
  open: openEphemeralVolumes,
} satisfies ManagerController

function openEphemeralVolumes(context: ManagerContext): Controller {
  const { objects } = context
  const recorder = context.recorder('ephemeral_volume')
  const queue = context.queue(sync)

  async function sync(key: string): Promise<void> {
    const pod = context.informer(PODS).get(splitKey(key))
    if (pod === undefined || isBeingDeleted(pod)) return
    const { namespace = '', name: podName = '' } = pod.metadata ?? {}
    for (const { name, template, volume } of claimsOf(pod)) {
      if (template === undefined) continue
      const recordFailure = (why: string): void =>
        recorder.event(pod, 'Warning', 'FailedBinding', `ephemeral volume ${volume}: ${why}`)
      const present = context.informer(PERSISTENT_VOLUME_CLAIMS).get({ namespace, name })
      if (present !== undefined) {
        if (isMadeFor(present, pod)) continue
        // The deletion of that claim queues the pod again.
        return recordFailure(
          `PVC ${namespace}/${name} was not created for pod ${namespace}/${podName} (pod is not owner)`,
        )
      }
      try {
        await objects.create(PERSISTENT_VOLUME_CLAIMS, claimFor(pod, name, template))
      } catch (error) {
        if (error instanceof StatusError) recordFailure(`create PVC ${name}: ${error.message}`)
        throw error
      }
    }
  }

  const needsClaims = (pod: ApiObject): boolean => claimsOf(pod).some(({ template }) => template !== undefined)
  const add = (pod: ApiObject): void => (!isBeingDeleted(pod) && needsClaims(pod) ? queue.add(keyOf(pod)) : undefined)
  return queueController(context, [PODS, PERSISTENT_VOLUME_CLAIMS], queue, () => [
    context.informer(PODS).addEventHandler({ added: add }),
    context.informer(PERSISTENT_VOLUME_CLAIMS).addEventHandler({
      deleted({ metadata }) {
        for (const pod of context.informer(PODS).list(metadata?.namespace))
          if (claimsOf(pod).some(({ name }) => name === metadata?.name)) add(pod)
      },
    }),
  ])
}

function claimFor(pod: ApiObject, name: string, { metadata, spec }: JsonObject): ApiObject {
  const { labels, annotations }: ObjectMeta = objectOrEmpty(metadata)
  return {
    kind: 'PersistentVolumeClaim',
    apiVersion: 'v1',
    metadata: {
      name,
      namespace: pod.metadata?.namespace ?? '',
      ownerReferences: [controllerReference(pod)],
      ...(labels !== undefined && { labels }),
      ...(annotations !== undefined && { annotations }),
    },
    ...(isObject(spec) && { spec }),
  }
}
