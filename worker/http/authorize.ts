import { andThen, type Awaitable } from '../runtime/awaitable.ts'
import { quote, withoutArguments } from '../api/go-format.ts'
import type { StatusError } from '../api/status.ts'
import { forbidden } from '../api/status.ts'
import type { UserInfo } from '../api/user.ts'
import type { Attributes, Authorizer, Decision } from '../authorization/authorizer.ts'
import type { Trace } from '../observability/trace.ts'
import { sanitized, serverFailure, type RequestInfo, type TextRefusal } from './request-info.ts'

/**
 * Refuses a request without permission.
 * @throws forbidden() when no authorizer allows the request; TextRefusal when an authorizer failed and no other allowed it
 */
export function authorizeRequest(
  authorizer: Authorizer,
  info: RequestInfo,
  user: UserInfo,
  { url, trace }: { readonly url: string; readonly trace: Trace },
): Awaitable<void> {
  const attributes = attributesOf(info, user)
  return andThen(authorizer.authorize(attributes), (decision) => {
    if (decision.error !== undefined && decision.effect !== 'allow') throw authorizerFailure(decision.error, url, trace)
    applyDecision(decision, attributes, trace)
  })
}

/** The answer when an authorizer failed and no other one allowed the request (reference/webhooks.md 21). */
function authorizerFailure(error: string, url: string, trace: Trace): TextRefusal {
  trace.stage('authorization', error)
  trace.annotate?.('authorization.{domain}/reason', 'internal error')
  return serverFailure(url, error)
}

const attributesOf = (info: RequestInfo, user: UserInfo): Attributes => ({
  user,
  verb: info.verb,
  resourceRequest: info.resourceRequest,
  group: info.group,
  version: info.version,
  resource: info.resource,
  subresource: info.subresource,
  namespace: info.namespace,
  name: info.name,
  path: info.path,
})

function applyDecision({ effect, reason, because = reason }: Decision, attributes: Attributes, trace: Trace): void {
  trace.stage('authorization', because === '' ? effect : `${effect}: ${because}`, () => attributes)
  trace.annotate?.('authorization.{domain}/decision', effect === 'allow' ? 'allow' : 'forbid')
  trace.annotate?.('authorization.{domain}/reason', reason)
  if (effect !== 'allow') throw refusal(attributes, reason)
}

/** The 403 for a request without permission, in the words of the real server, which reads them as a format of Go. */
export function refusal(attributes: Attributes, reason: string): StatusError {
  const { group, resource, name } = attributes
  const what = attributes.resourceRequest ? { group, resource } : { group: '', resource: '' }
  const text = sanitized(cannot(attributes))
  return forbidden(what, name, withoutArguments(reason === '' ? text : `${text}: ${reason}`))
}

function cannot({ user, verb, ...attributes }: Attributes): string {
  const who = `User ${quote(user.username)} cannot ${verb}`
  if (!attributes.resourceRequest) return `${who} path ${quote(attributes.path)}`
  const { resource, subresource, group, namespace } = attributes
  const what = subresource === '' ? resource : `${resource}/${subresource}`
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${quote(namespace)}`
  return `${who} resource ${quote(what)} in API group ${quote(group)} ${where}`
}
