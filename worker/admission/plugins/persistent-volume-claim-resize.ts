import { compareQuantities, parseQuantity } from '../../api/quantity.ts'
import type { ApiObject } from '../../api/object.ts'
import { textAt } from '../../resources/path.ts'
import type { AdmissionContext, AdmissionPlugin } from '../admission.ts'
import { refused } from '../refusal.ts'
import { operations } from '../scopes.ts'

/** A claim may grow only when it is bound and its storage class allows expansion. */
export function persistentVolumeClaimResize({ dialect, lister }: AdmissionContext) {
  const classes = dialect.spell('storage.{domain}/storageclasses')
  const beta = dialect.spell('volume.beta.{labels}/storage-class')
  const size = (claim: ApiObject) => parseQuantity(textAt(claim, 'spec.resources.requests.storage') || '0')
  const className = (claim: ApiObject): string =>
    claim.metadata?.annotations?.[beta] ?? textAt(claim, 'spec.storageClassName')
  const mayGrow = (claim: ApiObject, old: ApiObject): boolean =>
    className(claim) !== '' &&
    className(claim) === className(old) &&
    lister.get(classes, '', className(claim))?.['allowVolumeExpansion'] === true
  return {
    name: 'PersistentVolumeClaimResize',
    handles: operations('UPDATE').on('persistentvolumeclaims'),
    validate(request) {
      const { object, oldObject } = request
      if (object === undefined || oldObject === undefined) return
      if (compareQuantities(size(object), size(oldObject)) <= 0) return
      if (textAt(oldObject, 'status.phase') !== 'Bound') {
        throw refused(request, 'Only bound persistent volume claims can be expanded')
      }
      if (mayGrow(object, oldObject)) return
      const why =
        'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize'
      throw refused(request, why)
    },
  } satisfies AdmissionPlugin
}
