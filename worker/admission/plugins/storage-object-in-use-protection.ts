import type { AdmissionContext, AdmissionPlugin } from '../admission.ts'
import { operations } from '../scopes.ts'

/** Adds a finalizer to each new volume and claim. A controller removes it when no object uses the volume or the claim. */
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
