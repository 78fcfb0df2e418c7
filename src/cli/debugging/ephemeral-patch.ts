import type { JsonObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { createMergePatch } from '../../../worker/patch/merge-patch.ts'
import { containersOf, specOf } from '../pod-specs.ts'

/**
 * The strategic merge patch that adds an ephemeral container. A profile changes the first container with the name of
 * the new one. When the pod already has a container of that name, the patch changes that container too, and the server refuses
 * the patch.
 */
export function ephemeralPatch(original: ApiObject, wanted: ApiObject): JsonObject {
  const before = containersOf(specOf(original), 'ephemeralContainers')
  const after = containersOf(specOf(wanted), 'ephemeralContainers')
  const changes = after.flatMap((each, at) => {
    const old = before[at]
    if (old === undefined) return [each]
    const difference = createMergePatch(old, each)
    return Object.keys(difference).length === 0 ? [] : [{ ...difference, name: each.name ?? '' }]
  })
  return {
    spec: {
      '$setElementOrder/ephemeralContainers': after.map(({ name }) => ({ name: name ?? '' })),
      ephemeralContainers: changes,
    },
  }
}
