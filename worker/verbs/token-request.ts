import type { FieldError } from '../api/field-error.ts'
import { fieldError, quote } from '../api/field-error.ts'
import { parseGroupVersion } from '../api/group-version.ts'
import type { JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { badRequest, conflict, invalid, notFound, plainError } from '../api/status.ts'
import { listAt, ownPart, textAt } from '../resources/path.ts'
import { admitAction } from './action.ts'
import { agreeNamespace } from './body-place.ts'
import type { Environment } from './environment.ts'
import { groupResource, keyOf } from './environment.ts'
import { editable } from './object-form.ts'
import type { Caller, Target, WriteOptions, Written } from './verbs.ts'

const SHORTEST = 600
const LONGEST = 2 ** 32
const USUAL = 3600

/** What a token can be bound to: it is good as long as the object is there. */
const BINDABLE: ReadonlyMap<string, string> = new Map([
  ['Pod', 'pods'],
  ['Secret', 'secrets'],
])
const NODE_GATE = 'ServiceAccountTokenNodeBinding'

/** `serviceaccounts/token`: asks for a token of the account. What is asked for is judged; nothing signs it yet. */
export async function requestToken(
  environment: Environment,
  target: Target,
  caller: Caller,
  body: ApiObject,
  options: WriteOptions,
): Promise<Written> {
  const request = editable(body)
  agreeNamespace(target, request)
  const spec = ownPart(request, 'spec')
  spec['expirationSeconds'] ??= USUAL
  const action = await admitAction(environment, target, caller, request, options)
  const { name = '' } = request.metadata
  if (name !== '' && name !== target.name) {
    const why = 'must match the service account name if specified'
    refuse(target, target.name, [fieldError.invalid('metadata.name', name, why)])
  }
  if (environment.store.get(keyOf(target)) === undefined) throw notFound(groupResource(target), target.name)
  if (listAt(spec, 'audiences').length === 0) spec['audiences'] = [...environment.audiences]
  refuse(target, '', lifetimeFaults(spec['expirationSeconds']))
  await action.validate()
  if (isObject(spec['boundObjectRef'])) checkBound(environment, target, spec['boundObjectRef'])
  throw plainError('the server has no key to sign tokens with')
}

function refuse({ subresource }: Target, name: string, faults: readonly FieldError[]): void {
  if (faults.length > 0) throw invalid(subresource?.kind.group ?? '', subresource?.kind.kind ?? '', name, faults)
}

function lifetimeFaults(value: unknown): readonly FieldError[] {
  const field = 'spec.expirationSeconds'
  const seconds = Number(value)
  if (seconds < SHORTEST) return [fieldError.invalid(field, value, 'may not specify a duration less than 10 minutes')]
  if (seconds <= LONGEST) return []
  return [fieldError.invalid(field, value, 'may not specify a duration larger than 2^32 seconds')]
}

/** @throws StatusError where the token cannot be bound to that object. */
function checkBound({ store }: Environment, { namespace, name: account }: Target, reference: JsonObject): void {
  const { group, version } = parseGroupVersion(textAt(reference, 'apiVersion')) ?? { group: '', version: '' }
  const kind = textAt(reference, 'kind')
  const resource = group === '' ? BINDABLE.get(kind) : undefined
  if (group === '' && kind === 'Node') {
    throw badRequest(`cannot bind token to a Node object as the ${quote(NODE_GATE)} feature-gate is disabled`)
  }
  if (resource === undefined) {
    throw badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`)
  }
  const name = textAt(reference, 'name')
  if (name === '') throw badRequest('Name parameter required.')
  const object = store.get({ resource, namespace, name })?.object
  if (object === undefined) throw notFound({ group: '', resource }, name)
  if (kind === 'Pod' && textAt(object, 'spec.serviceAccountName') !== account) {
    throw badRequest(
      `cannot bind token for serviceaccount ${quote(account)} to pod running with different serviceaccount name.`,
    )
  }
  const uid = textAt(reference, 'uid')
  if (uid === '' || uid === object.metadata?.uid) return
  const why = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`
  throw conflict({ group: '', resource: kind }, name, why)
}
