import { notFound } from '../../api/status.ts'
import type { AdmissionContext, AdmissionPlugin } from '../admission.ts'
import { isNamespaces, operations } from '../scopes.ts'

/** Refuses writes in a namespace that does not exist. */
export function namespaceExists({ lister }: AdmissionContext) {
  const writes = operations('CREATE', 'UPDATE', 'DELETE').onEverything
  return {
    name: 'NamespaceExists',
    handles: (scope) => writes(scope) && !isNamespaces(scope),
    validate({ namespace }) {
      if (namespace === '' || lister.get('namespaces', '', namespace) !== undefined) return
      throw notFound({ group: '', resource: 'namespaces' }, namespace)
    },
  } satisfies AdmissionPlugin
}
