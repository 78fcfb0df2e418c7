import { formatGroupResource } from '../../api/group-version.ts'
import { lazy } from '../../api/lazy.ts'
import type { AdmissionContext, AdmissionPlugin } from '../admission.ts'
import { readLimitedResources } from '../quota/limited-resources.ts'
import { isNamespaces } from '../scopes.ts'

/** Resources that no quota counts: events, and bindings and reviews, which are not stored. */
const UNCOUNTED = [
  'bindings',
  'events',
  'events.events.{domain}',
  'tokenreviews.authentication.{domain}',
  'subjectaccessreviews.authorization.{domain}',
  'selfsubjectaccessreviews.authorization.{domain}',
  'localsubjectaccessreviews.authorization.{domain}',
  'selfsubjectrulesreviews.authorization.{domain}',
]

/** Resources whose updates can change the usage. For the others, only creations count. */
const COUNTED_UPDATES: ReadonlySet<string> = new Set(['services', 'persistentvolumeclaims'])

/**
 * Enforces the quotas of each namespace. Only AlwaysDeny runs later, because a charge is not reverted when a later plugin
 * refuses.
 */
export function resourceQuota(context: AdmissionContext) {
  const { dialect, lister, configuration } = context
  const limited = readLimitedResources(configuration, dialect)
  /** Few namespaces have quotas. */
  const accounting = lazy(async () => {
    const { Accounting } = await import('../quota/accounting.ts')
    return new Accounting(context, limited)
  })
  const uncounted = new Set(UNCOUNTED.map((name) => dialect.spell(name)))
  return {
    name: 'ResourceQuota',
    handles(scope) {
      const { operation, resource, subresource } = scope
      const name = formatGroupResource(resource)
      if (subresource !== '' || isNamespaces(scope) || uncounted.has(name)) return false
      return operation === 'CREATE' || (operation === 'UPDATE' && COUNTED_UPDATES.has(name))
    },
    validate(request) {
      const { namespace } = request
      if (namespace === '' || (limited.length === 0 && isEmpty(lister.list('resourcequotas', namespace)))) return
      return accounting().then((loaded) => loaded.charge(request))
    },
  } satisfies AdmissionPlugin
}

const isEmpty = (objects: Iterable<unknown>): boolean => objects[Symbol.iterator]().next().done === true
