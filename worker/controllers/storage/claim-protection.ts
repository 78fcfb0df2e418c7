import type { ApiObject } from '../../api/object.ts'
import { textAt } from '../../resources/path.ts'
import { keyOf, splitKey } from '../client/namespaced-name.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { PERSISTENT_VOLUME_CLAIMS, PODS } from '../kinds.ts'
import { isBeingDeleted } from '../object-parts.ts'
import { queueController } from '../queue-controller.ts'
import { claimsOf, isMadeFor } from './pod-claims.ts'
import { needsChange, protect } from './protection.ts'

/** Keeps deleted claims until no running pod uses them. */
export const claimProtection = {
  name: 'persistentvolumeclaim-protection-controller',
  alias: 'pvc-protection',
  open: openClaimProtection,
} satisfies ManagerController

function openClaimProtection(context: ManagerContext): Controller {
  const protection = { resource: PERSISTENT_VOLUME_CLAIMS, finalizer: context.dialect.spell('{labels}/pvc-protection') }
  const queue = context.queue(async (key) => {
    const place = splitKey(key)
    const claim = context.informer(PERSISTENT_VOLUME_CLAIMS).get(place)
    if (claim === undefined) return
    const pods = context.informer(PODS)
    await protect(protection, claim, context.objects, () =>
      Array.from(pods.list(place.namespace)).some((pod) => uses(pod, claim)),
    )
  })

  const add = (claim: ApiObject): void => (needsChange(protection, claim) ? queue.add(keyOf(claim)) : undefined)
  const addUsed = (pod: ApiObject): void => {
    for (const { name } of claimsOf(pod)) {
      const claim = context.informer(PERSISTENT_VOLUME_CLAIMS).get({ namespace: pod.metadata?.namespace ?? '', name })
      if (claim !== undefined) add(claim)
    }
  }
  return queueController(context, [PERSISTENT_VOLUME_CLAIMS, PODS], queue, () => [
    context.informer(PERSISTENT_VOLUME_CLAIMS).addEventHandler({ added: add, updated: add }),
    context.informer(PODS).addEventHandler({
      updated: (pod, before) => (isShutDown(pod) && !isShutDown(before) ? addUsed(pod) : undefined),
      deleted: addUsed,
    }),
  ])
}

/** Whether a pod uses the claim. A pod without a node does not: it cannot start with a claim that is being deleted. */
function uses(pod: ApiObject, claim: ApiObject): boolean {
  if (textAt(pod, 'spec.nodeName') === '') return false
  return claimsOf(pod).some(
    ({ name, template }) =>
      name === claim.metadata?.name && (template === undefined || (!isShutDown(pod) && isMadeFor(claim, pod))),
  )
}

/** Whether only finalizers keep a deleted pod: without a grace period it has no running containers. */
const isShutDown = (pod: ApiObject): boolean => isBeingDeleted(pod) && pod.metadata?.deletionGracePeriodSeconds === 0
