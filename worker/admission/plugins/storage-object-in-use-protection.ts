import type { AdmissionPlugin } from '../admission.ts'
import type { AdmissionContext } from '../order.ts'

/** New volumes and claims get a finalizer that their controllers take off when nothing uses them any more. */
export function storageObjectInUseProtection({ dialect }: AdmissionContext) {
  const finalizers: ReadonlyMap<string, string> = new Map([
    ['persistentvolumes', dialect.spell('{labels}/pv-protection')],
    ['persistentvolumeclaims', dialect.spell('{labels}/pvc-protection')],
  ])
  return {
    name: 'StorageObjectInUseProtection',
    handles: ({ operation, resource, subresource }) =>
      operation === 'CREATE' && resource.group === '' && subresource === '' && finalizers.has(resource.resource),
    admit({ resource, object }) {
      const finalizer = finalizers.get(resource.resource)
      const metadata = object?.metadata
      if (finalizer === undefined || metadata === undefined || metadata.finalizers?.includes(finalizer)) return
      metadata.finalizers = [...(metadata.finalizers ?? []), finalizer]
    },
  } satisfies AdmissionPlugin
}
