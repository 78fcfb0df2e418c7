import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { textAt } from '../../resources/path.ts'
import { BadCredential } from '../authenticator.ts'
import { accountUsername } from '../service-account-name.ts'
import type { ReadObject } from './account-tokens.ts'
import type { Holder } from './claims.ts'

/** Who signs tokens that lie in secrets: without audience or end, and good as long as the secret holds them. */
export const LEGACY_ISSUER = '{maker}/serviceaccount'

interface Circumstances {
  readonly token: string
  readonly lookup: boolean
  readonly dialect: Dialect
  readonly read: ReadObject
}

/** In the order in which they are missed, by the real server's names. */
const CLAIMS: readonly (readonly [key: string, called: string])[] = [
  ['namespace', 'namespace'],
  ['secret.name', 'secretName'],
  ['service-account.name', 'serviceAccountName'],
  ['service-account.uid', 'serviceAccountUID'],
]

/** @throws BadCredential where a claim is missing, or what it names is gone. */
export function legacyHolder(claims: JsonObject, { token, lookup, dialect, read }: Circumstances): Holder {
  const subject = claims['sub']
  if (typeof subject !== 'string' || subject === '') throw new BadCredential('sub claim is missing')
  const [namespace = '', secretName = '', name = '', uid = ''] = CLAIMS.map(([key, called]) => {
    const value = claims[dialect.spell(`{labels}/serviceaccount/${key}`)]
    if (typeof value !== 'string' || value === '') throw new BadCredential(`${called} claim is missing`)
    return value
  })
  if (subject !== accountUsername({ namespace, name })) throw new BadCredential('sub claim is invalid')
  if (!lookup) return { namespace, name, uid }
  const secret = read('secrets', namespace, secretName)
  if (secret === undefined || secret.metadata?.deletionTimestamp !== undefined) {
    throw new BadCredential('Token has been invalidated')
  }
  const kept = isObject(secret['data']) ? textAt(secret['data'], 'token') : ''
  if (kept !== btoa(token)) throw new BadCredential("Token does not match server's copy")
  const account = read('serviceaccounts', namespace, name)
  if (account === undefined) throw new BadCredential(`serviceaccounts "${name}" not found`)
  if (account.metadata?.deletionTimestamp !== undefined) {
    throw new BadCredential(`ServiceAccount ${namespace}/${name} has been deleted`)
  }
  const current = account.metadata?.uid ?? ''
  if (current !== uid) throw new BadCredential(`ServiceAccount UID (${current}) does not match claim (${uid})`)
  return { namespace, name, uid }
}
