import { StatusError, wasRefused } from '../../api/status.ts'
import type { AdmissionContext, AdmissionPlugin } from '../admission.ts'
import { refused } from '../refusal.ts'
import { isNamespaces } from '../scopes.ts'

/** Creates a missing namespace with the first object in it. */
export function namespaceAutoProvision({ lister, writer }: AdmissionContext) {
  return {
    name: 'NamespaceAutoProvision',
    handles: (scope) => scope.operation === 'CREATE' && !isNamespaces(scope),
    admit(request) {
      const { namespace, dryRun } = request
      if (dryRun || namespace === '' || lister.get('namespaces', '', namespace) !== undefined) return
      const made = { kind: 'Namespace', apiVersion: 'v1', metadata: { name: namespace } }
      return writer.create('namespaces', made).catch((error: unknown) => {
        if (wasRefused(error, 'AlreadyExists')) return
        throw error instanceof StatusError ? refused(request, error.message) : error
      })
    },
  } satisfies AdmissionPlugin
}
