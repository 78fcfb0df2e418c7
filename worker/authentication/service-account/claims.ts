import { isObject, type JsonObject } from '../../api/json.ts'
import { clientObjectFault } from '../../api/names.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, textAt, valueAt } from '../../resources/path.ts'
import { BadCredential } from '../authenticator.ts'
import { claimSeconds } from '../claim-time.ts'
import { accountUsername } from '../service-account-name.ts'
import type { ObjectName, ReadObject, TokenGrant } from './account-tokens.ts'

/** The issuer, the id and the time of a new token. `at` is in seconds. */
interface Issue {
  readonly issuer: string
  readonly id: string
  readonly at: number
  /** The name of the private claim that holds the account and the bound objects. */
  readonly own: string
}

export function claimsOf({ account, audiences, seconds, warnAfter, bound }: TokenGrant, issue: Issue): JsonObject {
  const { namespace = '', name = '', uid = '' } = account.metadata ?? {}
  const named = ({ name, uid }: ObjectName): JsonObject => ({ name, ...(uid !== undefined && { uid }) })
  const { issuer, id, at, own } = issue
  return {
    aud: [...audiences],
    exp: at + seconds,
    iat: at,
    iss: issuer,
    jti: id,
    [own]: {
      namespace,
      ...(bound.node && { node: named(bound.node) }),
      ...(bound.pod && { pod: named(bound.pod) }),
      ...(bound.secret && { secret: named(bound.secret) }),
      serviceaccount: { name, uid },
      ...(warnAfter > 0 && { warnafter: at + warnAfter }),
    },
    nbf: at,
    sub: accountUsername({ namespace, name }),
  }
}

/**
 * In seconds. Clocks may differ by this much, and a token stays valid this long after the deletionTimestamp of its account
 * or bound object.
 */
const LEEWAY = 60

/** The audiences that a token names. For an empty list, the caller uses the audiences of the server. */
export const audiencesOf = (claims: JsonObject): readonly string[] =>
  typeof claims['aud'] === 'string'
    ? [claims['aud']]
    : listAt(claims, 'aud').filter((audience) => typeof audience === 'string')

const isText = (value: unknown): boolean => value === undefined || value === null || typeof value === 'string'
const isTime = (value: unknown): boolean => value === undefined || value === null || Number.isFinite(value)

/** Checks the types of the registered claims. @throws BadCredential when one has another type than in RFC 7519, 4.1 */
export function checkTypes({ iss, sub, jti, aud, exp, nbf, iat }: JsonObject): void {
  const refused = (wanted: string): never => {
    throw new BadCredential(`go-jose/go-jose/jwt: expected ${wanted} value to unmarshal`)
  }
  if (![exp, nbf, iat].every(isTime)) refused('number')
  if (![iss, sub, jti].every(isText)) refused('string')
  const audiences = Array.isArray(aud) ? aud : [aud]
  if (!audiences.every(isText)) refused('string or array')
}

/** Checks the times of a token. @throws BadCredential when it has expired, is not yet valid or was issued in the future */
export function checkTimes(claims: JsonObject, now: number): void {
  const { exp, nbf, iat } = claims
  if (typeof nbf === 'number' && now + LEEWAY < claimSeconds(nbf))
    throw new BadCredential('service account token is not valid yet')
  if (typeof exp === 'number' && now - LEEWAY > claimSeconds(exp))
    throw new BadCredential('service account token has expired')
  if (typeof iat === 'number' && now + LEEWAY < claimSeconds(iat)) {
    throw new BadCredential('service account token is issued in the future')
  }
}

/** The account of a token and the objects to which it is bound. */
export interface Holder {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly pod?: ObjectName
  readonly node?: ObjectName
}

/**
 * The holder of a token. The account, and the Secret and the Pod to which the token is bound, must still exist with the
 * same uid (reference/identity.md 11). The Node is checked only for a token without a Pod.
 * @throws BadCredential
 */
export function holderOf(own: JsonObject, now: number, read: ReadObject): Holder {
  const namespace = textAt(own, 'namespace')
  const account = { name: textAt(own, 'serviceaccount.name'), uid: textAt(own, 'serviceaccount.uid') }
  const stored = read('serviceaccounts', namespace, account.name)
  if (stored === undefined) throw missingAccount(namespace, account.name)
  const uid = stored.metadata?.uid ?? ''
  if (uid !== account.uid) {
    throw new BadCredential(`service account UID (${uid}) does not match claim (${account.uid})`)
  }
  if (isGone(stored, now)) throw new BadCredential(`service account ${namespace}/${account.name} has been deleted`)
  const [secret, pod, node] = [boundTo(own, 'secret'), boundTo(own, 'pod'), boundTo(own, 'node')]
  if (secret !== undefined) checkBound('secret', secret, read('secrets', namespace, secret.name), now)
  if (pod !== undefined) checkBound('pod', pod, read('pods', namespace, pod.name), now)
  else if (node !== undefined) checkBound('node', node, read('nodes', '', node.name), now)
  return { namespace, ...account, ...(pod && { pod }), ...(node && { node }) }
}

/** The refusal of a token of an account that does not exist or whose name the real server cannot look up. */
export const missingAccount = (namespace: string, name: string): BadCredential =>
  new BadCredential(clientObjectFault(namespace, name) ?? `serviceaccounts "${name}" not found`)

function boundTo(own: JsonObject, kind: string): ObjectName | undefined {
  if (!isObject(valueAt(own, kind))) return undefined
  const uid = textAt(own, `${kind}.uid`)
  return { name: textAt(own, `${kind}.name`), ...(uid !== '' && { uid }) }
}

function checkBound(kind: string, { uid: claimed = '' }: ObjectName, object: ApiObject | undefined, now: number): void {
  const invalidated = new BadCredential('service account token has been invalidated')
  if (object === undefined) throw invalidated
  const uid = object.metadata?.uid ?? ''
  if (uid !== claimed) {
    throw new BadCredential(`${kind} UID (${uid}) does not match service account ${kind} ref claim (${claimed})`)
  }
  if (isGone(object, now)) throw invalidated
}

function isGone({ metadata }: ApiObject, now: number): boolean {
  const deleted = metadata?.deletionTimestamp
  return deleted !== undefined && deleted !== null && Date.parse(deleted) / 1000 < now - LEEWAY
}
