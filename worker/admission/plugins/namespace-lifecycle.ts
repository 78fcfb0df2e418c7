import { clientNameFault } from '../../api/names.ts'
import { failure, forbidden, internalError, notFound, type StatusError } from '../../api/status.ts'
import type { AdmissionContext, AdmissionPlugin, AdmissionRequest } from '../admission.ts'
import { refused } from '../refusal.ts'
import { isNamespaces } from '../scopes.ts'

const NAMESPACES = { group: '', resource: 'namespaces' }

/** Refuses new objects in missing and terminating namespaces, and the deletion of `default`, `kube-system` and `kube-public`. */
export function namespaceLifecycle({ dialect, lister }: AdmissionContext) {
  const immortal = new Set(['default', dialect.spell('{system}-system'), dialect.spell('{system}-public')])
  const reviews = dialect.spell('authorization.{domain}')
  return {
    name: 'NamespaceLifecycle',
    handles(scope) {
      if (scope.operation === 'DELETE') return isNamespaces(scope)
      // An access review about a missing namespace is valid.
      return scope.operation === 'CREATE' && !isNamespaces(scope) && scope.resource.group !== reviews
    },
    admit(request) {
      if (request.operation === 'DELETE') {
        if (!immortal.has(request.name)) return
        throw forbidden(NAMESPACES, request.name, 'this namespace may not be deleted')
      }
      if (request.namespace === '') return
      const namespace = lister.get('namespaces', '', request.namespace)
      const fault = namespace === undefined ? clientNameFault(request.namespace) : undefined
      if (fault !== undefined) throw internalError(fault)
      if (namespace === undefined) throw notFound(NAMESPACES, request.namespace)
      if (namespace.metadata?.deletionTimestamp !== undefined) throw refuseTerminating(request)
    },
  } satisfies AdmissionPlugin
}

function refuseTerminating(request: AdmissionRequest): StatusError {
  const { namespace } = request
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`
  const { message = '', details } = refused(request, why).status
  const cause = {
    reason: 'NamespaceTerminating',
    message: `namespace ${namespace} is being terminated`,
    field: 'metadata.namespace',
  }
  return failure({ code: 403, reason: 'Forbidden', message, details: { ...details, causes: [cause] } })
}
