import { quote } from '../api/field-error.ts'
import { forbidden } from '../api/status.ts'
import type { UserInfo } from '../api/user.ts'
import type { Attributes, Authorizer } from '../authorization/authorizer.ts'
import type { Trace } from '../observability/trace.ts'
import type { RequestInfo } from './request-info.ts'

/** @throws forbidden() where nobody allows the request */
export async function authorizeRequest(
  authorizer: Authorizer,
  info: RequestInfo,
  user: UserInfo,
  trace: Trace,
): Promise<void> {
  const attributes: Attributes = { user, ...info }
  const { effect, reason } = await authorizer.authorize(attributes)
  trace.stage('authorization', `${effect}: ${reason}`)
  trace.annotate?.('authorization.{domain}/decision', effect === 'allow' ? 'allow' : 'forbid')
  trace.annotate?.('authorization.{domain}/reason', reason)
  if (effect === 'allow') return
  const why = refusal(attributes) + (reason === '' ? '' : `: ${reason}`)
  throw forbidden({ group: info.group, resource: info.resource }, info.name, why)
}

function refusal({ user, verb, ...attributes }: Attributes): string {
  const who = `User ${quote(user.username)} cannot ${verb}`
  if (!attributes.resourceRequest) return `${who} path ${quote(attributes.path)}`
  const { resource, subresource, group, namespace } = attributes
  const what = subresource === '' ? resource : `${resource}/${subresource}`
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${quote(namespace)}`
  return `${who} resource ${quote(what)} in API group ${quote(group)} ${where}`
}
