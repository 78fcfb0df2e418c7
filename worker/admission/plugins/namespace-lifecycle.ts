import { failure, forbidden, notFound } from '../../api/status.ts'
import { formatGroupResource } from '../../api/group-version.ts'
import { quote } from '../../api/field-error.ts'
import type { AdmissionPlugin, AdmissionRequest } from '../admission.ts'
import type { AdmissionContext } from '../order.ts'

const NAMESPACES = { group: '', resource: 'namespaces' }

/** Refuses new content in missing and terminating namespaces, and keeps the system's own from being deleted. */
export function namespaceLifecycle({ dialect, lister }: AdmissionContext) {
  const immortal = new Set(['default', dialect.spell('{system}-system'), dialect.spell('{system}-public')])
  const reviews = dialect.spell('authorization.{domain}')
  const isNamespace = ({ resource }: AdmissionRequest): boolean =>
    resource.group === '' && resource.resource === 'namespaces'

  const refuseTerminating = (request: AdmissionRequest): void => {
    const { resource, namespace } = request
    const name = request.name || (request.object?.metadata?.name ?? '')
    const what = formatGroupResource(resource)
    const why = `unable to create new content in namespace ${namespace} because it is being terminated`
    throw failure({
      code: 403,
      reason: 'Forbidden',
      message: `${name === '' ? what : `${what} ${quote(name)}`} is forbidden: ${why}`,
      details: {
        ...(name !== '' && { name }),
        ...(resource.group !== '' && { group: resource.group }),
        kind: resource.resource,
        causes: [
          {
            reason: 'NamespaceTerminating',
            message: `namespace ${namespace} is being terminated`,
            field: 'metadata.namespace',
          },
        ],
      },
    })
  }

  return {
    name: 'NamespaceLifecycle',
    handles(request) {
      if (request.operation === 'DELETE') return isNamespace(request)
      // An access review about a namespace that is gone is still a fair question.
      if (request.operation !== 'CREATE' || isNamespace(request)) return false
      return request.namespace !== '' && request.resource.group !== reviews
    },
    admit(request) {
      if (request.operation === 'DELETE') {
        if (!immortal.has(request.name)) return
        throw forbidden(NAMESPACES, request.name, 'this namespace may not be deleted')
      }
      const namespace = lister.get('namespaces', '', request.namespace)
      if (namespace === undefined) throw notFound(NAMESPACES, request.namespace)
      if (namespace.metadata?.deletionTimestamp !== undefined) refuseTerminating(request)
    },
  } satisfies AdmissionPlugin
}
