import type { ApiObject } from '../../api/object.ts'
import { fieldError } from '../../api/field-error.ts'
import type { AdmissionPlugin } from '../admission.ts'
import { CONTAINER_LISTS, containersOf, objectsOf, specOf, textOf } from '../object-parts.ts'
import { aggregateText } from '../../api/go-format.ts'
import { refused } from '../refusal.ts'
import { operations } from '../scopes.ts'

/**
 * Sets the pull policy Always, so that a pod without pull secrets cannot run a private image that the node has cached.
 */
export function alwaysPullImages() {
  return {
    name: 'AlwaysPullImages',
    handles: operations('CREATE', 'UPDATE').on('pods'),
    admit({ object, oldObject }) {
      if (hasOldImages(object, oldObject)) return
      for (const container of containersOf(specOf(object))) container['imagePullPolicy'] = 'Always'
    },
    validate(request) {
      const { object, oldObject } = request
      if (hasOldImages(object, oldObject)) return
      const faults: string[] = []
      for (const list of CONTAINER_LISTS) {
        for (const [i, container] of objectsOf(specOf(object), list).entries()) {
          const policy = textOf(container, 'imagePullPolicy')
          if (policy === 'Always') continue
          const path = `spec.${list}[${i}].imagePullPolicy`
          const { field, message } = fieldError.notSupported(path, policy, ['Always'])
          faults.push(`${field}: ${message}`)
        }
      }
      if (faults.length > 0) throw refused(request, aggregateText(faults))
    },
  } satisfies AdmissionPlugin
}

/** Whether the request is an update without a new image. */
function hasOldImages(object: ApiObject | undefined, oldObject: ApiObject | undefined): boolean {
  if (oldObject === undefined) return false
  const images = (pod: ApiObject | undefined): string[] =>
    containersOf(specOf(pod)).map((container) => textOf(container, 'image'))
  const old = new Set(images(oldObject))
  return images(object).every((image) => old.has(image))
}
