import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { listAt, textAt } from '../../resources/path.ts'
import { BadCredential } from '../authenticator.ts'
import { accountUsername } from '../service-account-name.ts'
import type { ReadObject } from './account-tokens.ts'
import { missingAccount, type Holder } from './claims.ts'

/**
 * The issuer of legacy tokens, which are stored in Secrets. A legacy token has no audience and no expiration, and is valid
 * while its Secret contains it.
 */
export const LEGACY_ISSUER = '{maker}/serviceaccount'

interface LegacyTokenContext {
  readonly token: string
  readonly lookup: boolean
  readonly dialect: Dialect
  readonly read: ReadObject
  /** Called with the Secret of each accepted token, and with a Secret that is labelled as invalid. */
  readonly noteUse?: ((secret: ApiObject) => void) | undefined
  readonly warn?: ((text: string) => void) | undefined
}

const INVALID_SINCE = '{labels}/legacy-token-invalid-since'
const GENERATED =
  'Use tokens from the TokenRequest API or manually created secret-based tokens instead of auto-generated secret-based tokens.'

/** The claims in the order of their checks, each with its name in the real server's error messages. */
const CLAIMS: readonly (readonly [key: string, called: string])[] = [
  ['namespace', 'namespace'],
  ['secret.name', 'secretName'],
  ['service-account.name', 'serviceAccountName'],
  ['service-account.uid', 'serviceAccountUID'],
]

/** The claims of a token that is stored in a secret of the account's namespace. */
export function legacyClaims({ metadata }: ApiObject, secret: string, { spell }: Dialect): JsonObject {
  const { namespace = '', name = '', uid = '' } = metadata ?? {}
  const values = [namespace, secret, name, uid]
  return {
    iss: spell(LEGACY_ISSUER),
    ...Object.fromEntries(CLAIMS.map(([key], at) => [spell(`{labels}/serviceaccount/${key}`), values[at] ?? ''])),
    sub: accountUsername({ namespace, name }),
  }
}

/**
 * The service account of a legacy token.
 * @throws BadCredential when a claim is missing or wrong, or the Secret or the account no longer matches the token
 */
export function legacyHolder(claims: JsonObject, context: LegacyTokenContext): Holder {
  const { token, lookup, dialect, read, noteUse, warn } = context
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
  if (account === undefined) throw missingAccount(namespace, name)
  if (account.metadata?.deletionTimestamp !== undefined) {
    throw new BadCredential(`ServiceAccount ${namespace}/${name} has been deleted`)
  }
  const current = account.metadata?.uid ?? ''
  if (current !== uid) throw new BadCredential(`ServiceAccount UID (${current}) does not match claim (${uid})`)
  if (listAt(account, 'secrets').some((one) => isObject(one) && one['name'] === secretName)) warn?.(GENERATED)
  noteUse?.(secret)
  const label = dialect.spell(INVALID_SINCE)
  if (secret.metadata?.labels?.[label] === undefined) return { namespace, name, uid }
  const whose = `the token in secret ${namespace}/${secretName} for service account ${namespace}/${name}`
  throw new BadCredential(
    `${whose} has been marked invalid. Use tokens from the TokenRequest API or manually created secret-based tokens, or remove the '${label}' label from the secret to temporarily allow use of this token`,
  )
}
