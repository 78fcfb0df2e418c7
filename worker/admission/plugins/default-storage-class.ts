import { refused } from '../refusal.ts'
import type { AdmissionContext, AdmissionPlugin } from '../admission.ts'
import { defaultClass } from '../default-class.ts'
import { specOf } from '../object-parts.ts'
import { operations } from '../scopes.ts'

/** Gives a claim without a class the default class. */
export function defaultStorageClass({ dialect, lister }: AdmissionContext) {
  const classes = dialect.spell('storage.{domain}/storageclasses')
  const beta = dialect.spell('volume.beta.{labels}/storage-class')
  const marks = [
    dialect.spell('storageclass.{labels}/is-default-class'),
    dialect.spell('storageclass.beta.{labels}/is-default-class'),
  ]
  return {
    name: 'DefaultStorageClass',
    handles: operations('CREATE').on('persistentvolumeclaims'),
    admit(request) {
      const { object } = request
      const spec = specOf(object)
      if (spec['storageClassName'] !== undefined || object?.metadata?.annotations?.[beta] !== undefined) return
      const found = defaultClass(lister.list(classes), marks, dialect)
      if (typeof found === 'number') {
        throw refused(request, `Internal error occurred: ${found} default StorageClasses were found`)
      }
      if (found !== undefined) spec['storageClassName'] = found
    },
  } satisfies AdmissionPlugin
}
