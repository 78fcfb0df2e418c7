import { clampedInteger, type Int64 } from '../api/int64.ts'
import { quote } from '../api/go-format.ts'
import type { FieldError } from '../api/field-error.ts'
import { fieldError } from '../api/field-error.ts'
import { formatGroupVersion, parseGroupVersion } from '../api/group-version.ts'
import type { JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { badRequest, conflict, invalid, notFound } from '../api/status.ts'
import type { AccountTokens, TokenGrant } from '../authentication/service-account/account-tokens.ts'
import { formatTime } from '../clock/clock.ts'
import { integerAt, listAt, copiedObject, textAt } from '../resources/path.ts'
import { canonical } from '../schema/canonical.ts'
import type { Store } from '../store/store.ts'
import { admitAction } from './action.ts'
import { matchNamespace } from './object-place.ts'
import type { Environment } from './environment.ts'
import { trackOwnership } from './field-ownership.ts'
import { setTokenDefaults } from './token-defaults.ts'
import type { Caller, Target, Written } from './verbs.ts'
import { requireName } from './storage-key.ts'
import { editable } from './version-conversion.ts'
import { groupResource, keyOf, type Write } from './write.ts'

/** The bounds of the requested lifetime, in seconds. */
const SHORTEST = 600
const LONGEST = 2 ** 32

interface Bindable {
  readonly resource: string
  readonly claim: keyof TokenGrant['bound']
}

/** Objects that a token can be bound to; the token is valid only while the object exists. */
const BINDABLE: ReadonlyMap<string, Bindable> = new Map<string, Bindable>([
  ['Pod', { resource: 'pods', claim: 'pod' }],
  ['Secret', { resource: 'secrets', claim: 'secret' }],
  ['Node', { resource: 'nodes', claim: 'node' }],
])
const NODE_GATE = 'ServiceAccountTokenNodeBinding'

/**
 * The lifetime in seconds that the ServiceAccount admission plugin requests in the token volumes of pods. Such a token
 * is valid for a year, because programs in old pods do not read a renewed token.
 */
const EXTENDED_FROM = 3607
const EXTENDED_TO = 365 * 24 * 3600

/** Handles a create of `serviceaccounts/token`. The answer contains a signed token of the account. */
export async function requestToken(write: Write, body: ApiObject): Promise<Written> {
  const { environment, target, caller } = write
  const { audiences: own, clock, accountTokens } = environment
  const request = editable(body)
  matchNamespace(target, request)
  setTokenDefaults(request)
  const next = editable(await trackOwnership(write, { live: undefined, next: request }))
  const action = await admitAction(write, next)
  const { name = '' } = next.metadata
  if (name !== '' && name !== target.name) {
    const why = 'must match the service account name if specified'
    refuse(target, target.name, [fieldError.invalid('metadata.name', name, why)])
  }
  const account = environment.store.get(keyOf(target))?.object
  if (account === undefined) throw notFound(groupResource(target), target.name)
  const now = clock.now()
  const spec = copiedObject(next, 'spec')
  if (listAt(spec, 'audiences').length === 0) spec['audiences'] = [...own]
  const { namespace } = target
  next.metadata = { ...next.metadata, name: target.name, namespace, creationTimestamp: formatTime(now) }
  delete next['status']
  refuse(target, '', lifetimeFaults(integerAt(spec, 'expirationSeconds')))
  await action.validate()
  const bound = isObject(spec['boundObjectRef']) ? boundTo(environment, target, spec['boundObjectRef']) : {}
  const audiences = listAt(spec, 'audiences').map(String)
  const tokens = await accountTokens()
  const requested = shortened(spec, tokens.settings, caller)
  const extended =
    tokens.settings.extends !== false &&
    bound.pod !== undefined &&
    requested === EXTENDED_FROM &&
    audiences.every((audience) => own.includes(audience))
  const { token, id } = await tokens.issue({
    account,
    audiences,
    seconds: extended ? EXTENDED_TO : requested,
    warnAfter: extended ? requested : 0,
    bound,
  })
  caller.trace.annotate?.('authentication.{labels}/issued-credential-id', `JTI=${id}`)
  next['status'] = { token, expirationTimestamp: formatTime(now + requested * 1000) }
  return { object: answered(target, next), created: true }
}

/** The lifetime in seconds. A lifetime that is longer than the server allows is shortened, also in the spec, with a warning. */
function shortened(spec: JsonObject, { longest }: AccountTokens['settings'], caller: Caller): number {
  const requested = clampedInteger(integerAt(spec, 'expirationSeconds'))
  if (longest === undefined || requested <= longest) return requested
  caller.warn(`requested expiration of ${requested} seconds shortened to ${longest} seconds`)
  spec['expirationSeconds'] = longest
  return longest
}

function answered({ subresource }: Target, object: ApiObject): ApiObject {
  if (subresource === undefined) throw new Error('request a token through the subresource `token`')
  const { kind, schema } = subresource
  return canonical(schema, { ...object, kind: kind.kind, apiVersion: formatGroupVersion(kind) })
}

function refuse({ subresource }: Target, name: string, faults: readonly FieldError[]): void {
  if (faults.length > 0) throw invalid(subresource?.kind.group ?? '', subresource?.kind.kind ?? '', name, faults)
}

function lifetimeFaults(seconds: Int64): readonly FieldError[] {
  const field = 'spec.expirationSeconds'
  if (seconds < SHORTEST) return [fieldError.invalid(field, seconds, 'may not specify a duration less than 10 minutes')]
  if (seconds <= LONGEST) return []
  return [fieldError.invalid(field, seconds, 'may not specify a duration larger than 2^32 seconds')]
}

/** The claims of the object that the token is bound to. @throws StatusError when it cannot be bound to that object */
function boundTo(environment: Environment, target: Target, reference: JsonObject): TokenGrant['bound'] {
  const { store, bindsToNodes } = environment
  const { group, version } = parseGroupVersion(textAt(reference, 'apiVersion')) ?? { group: '', version: '' }
  const kind = textAt(reference, 'kind')
  const place = group === '' ? BINDABLE.get(kind) : undefined
  if (kind === 'Node' && place !== undefined && !bindsToNodes) {
    throw badRequest(`cannot bind token to a Node object as the ${quote(NODE_GATE)} feature-gate is disabled`)
  }
  if (place === undefined) {
    throw badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`)
  }
  const { resource, claim } = place
  const name = textAt(reference, 'name')
  if (name === '') throw badRequest('Name parameter required.')
  requireName(name)
  const namespace = kind === 'Node' ? '' : target.namespace
  const object = store.get({ resource, namespace, name })?.object
  if (object === undefined) throw notFound({ group: '', resource }, name)
  if (kind === 'Pod' && textAt(object, 'spec.serviceAccountName') !== target.name) {
    throw badRequest(
      `cannot bind token for serviceaccount ${quote(target.name)} to pod running with different serviceaccount name.`,
    )
  }
  const { uid = '' } = object.metadata ?? {}
  const wanted = textAt(reference, 'uid')
  if (wanted !== '' && wanted !== uid) {
    const why = `the UID in the bound object reference (${wanted}) does not match the UID in record. The object might have been deleted and then recreated`
    throw conflict({ group: '', resource: kind }, name, why)
  }
  return { [claim]: { name, uid }, ...(kind === 'Pod' && nodeOf(store, object)) }
}

/** The node of a pod; the node may not exist any more (reference/identity.md 12). */
function nodeOf(store: Store, pod: ApiObject): TokenGrant['bound'] {
  const name = textAt(pod, 'spec.nodeName')
  if (name === '') return {}
  const uid = store.get({ resource: 'nodes', namespace: '', name })?.object.metadata?.uid
  return { node: { name, ...(uid !== undefined && { uid }) } }
}
