import type { ApiObject } from '../../api/object.ts'
import { textAt } from '../../resources/path.ts'
import { namespacedName } from '../client/namespaced-name.ts'
import { isBeingDeleted } from '../object-parts.ts'
import { claimsOf } from '../storage/pod-claims.ts'

interface Claims {
  readonly claim: (namespace: string, name: string) => ApiObject | undefined
  /** Whether claims of the class are bound after a pod that uses them is scheduled (`WaitForFirstConsumer`). */
  readonly isDelayed: (className: string) => boolean
}

/** Why the claims of a pod exclude every node; undefined when all claims of the pod are bound. */
export function claimObstacle(pod: ApiObject, { claim: find, isDelayed }: Claims): string | undefined {
  const { namespace } = namespacedName(pod)
  for (const { name, template } of claimsOf(pod)) {
    const claim = find(namespace, name)
    if (claim === undefined) {
      const missing = `persistentvolumeclaim "${name}" not found`
      return template === undefined
        ? missing
        : `waiting for ephemeral volume controller to create the persistentvolumeclaim "${name}"`
    }
    if (isBeingDeleted(claim)) return `persistentvolumeclaim "${name}" is being deleted`
    if (textAt(claim, 'status.phase') === 'Bound') continue
    return isDelayed(textAt(claim, 'spec.storageClassName'))
      ? "node(s) didn't find available persistent volumes to bind"
      : 'pod has unbound immediate PersistentVolumeClaims'
  }
  return undefined
}
