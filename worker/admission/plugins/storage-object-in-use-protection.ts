import type { AdmissionContext, AdmissionPlugin } from '../admission.ts'
import { operations } from '../scopes.ts'

/** New volumes and claims get a finalizer that their controllers take off when nothing uses them any more. */
export function storageObjectInUseProtection({ dialect }: AdmissionContext) {
  const finalizers: ReadonlyMap<string, string> = new Map([
    ['persistentvolumes', dialect.spell('{labels}/pv-protection')],
    ['persistentvolumeclaims', dialect.spell('{labels}/pvc-protection')],
  ])
  return {
    name: 'StorageObjectInUseProtection',
    handles: operations('CREATE').on(...finalizers.keys()),
    admit({ resource, object }) {
      const finalizer = finalizers.get(resource.resource)
      const metadata = object?.metadata
      if (finalizer === undefined || metadata === undefined || metadata.finalizers?.includes(finalizer)) return
      metadata.finalizers = [...(metadata.finalizers ?? []), finalizer]
    },
  } satisfies AdmissionPlugin
}
