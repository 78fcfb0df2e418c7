import { formatGroupResource } from '../../api/group-version.ts'
import type { AdmissionContext, AdmissionPlugin } from '../admission.ts'
import { Accounting } from '../quota/accounting.ts'
import { evaluators } from '../quota/evaluators.ts'
import { readLimitedResources } from '../quota/limited-resources.ts'
import { isNamespaces } from '../scopes.ts'

/** Resources that no quota counts: events, and bindings and reviews, which are not stored. */
const UNCOUNTED = [
  'bindings',
  'events',
  'tokenreviews.authentication.{domain}',
  'subjectaccessreviews.authorization.{domain}',
  'selfsubjectaccessreviews.authorization.{domain}',
  'localsubjectaccessreviews.authorization.{domain}',
  'selfsubjectrulesreviews.authorization.{domain}',
]

/**
 * Enforces the quotas of each namespace. Only AlwaysDeny runs later, because a charge is not reverted when a later plugin
 * refuses.
 */
export function resourceQuota(context: AdmissionContext) {
  const { dialect, clock, configuration } = context
  const accounting = new Accounting(context, readLimitedResources(configuration, dialect))
  const evaluatorOf = evaluators(dialect, clock)
  const uncounted = new Set(UNCOUNTED.map((name) => dialect.spell(name)))
  return {
    name: 'ResourceQuota',
    handles(scope) {
      const { operation, resource, subresource } = scope
      const name = formatGroupResource(resource)
      if (subresource !== '' || isNamespaces(scope) || uncounted.has(name)) return false
      return evaluatorOf(name).operations.has(operation)
    },
    validate(request) {
      if (request.namespace === '') return
      return accounting.charge(request, evaluatorOf(formatGroupResource(request.resource)))
    },
  } satisfies AdmissionPlugin
}
