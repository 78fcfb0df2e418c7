import { quoteAll } from '../../api/go-format.ts'
import { objectOrEmpty, type JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { plainError } from '../../api/status.ts'
import type { UserInfo } from '../../api/user.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { textAt } from '../../resources/path.ts'
import { BadCredential } from '../authenticator.ts'
import { accountGroups, accountUsername } from '../service-account-name.ts'
import type { AccountTokens, ReadObject, TokenIssuing, TokenKeys } from './account-tokens.ts'
import type { Holder } from './claims.ts'
import { audiencesOf, checkTimes, checkTypes, claimsOf, holderOf } from './claims.ts'
import type { ReadToken, SignatureKey } from '../json-web-token.ts'
import { importKey, isSignedBy, readToken, signToken } from '../json-web-token.ts'
import { LEGACY_ISSUER, legacyClaims, legacyHolder } from './legacy-token.ts'

export { storedKeys } from './stored-keys.ts'

interface AccountTokensContext {
  readonly clock: Clock
  readonly dialect: Dialect
  /** The audiences of this server. */
  readonly audiences: readonly string[]
  readonly read: ReadObject
  /** The stored key pair of the cluster; created when there is none. */
  readonly ownKeys: () => Promise<TokenKeys>
  /** Receives the secret of each legacy token in use, even when the secret is marked as invalid. */
  readonly noteUse?: (secret: ApiObject) => void
}

const BAD_SIGNATURE = 'square/go-jose: error in cryptographic primitive'
const NO_KEY = 'the server has no key to sign tokens with'
const NO_CRYPTOGRAPHY = `${NO_KEY}: the page was not opened over HTTPS, or may not use cryptography`

/** The most verified tokens in the cache. */
const CACHE_SIZE = 256

export async function openAccountTokens(issuing: TokenIssuing, context: AccountTokensContext): Promise<AccountTokens> {
  const { clock, dialect, audiences: own, read, ownKeys, noteUse } = context
  const { issuers, lookup = true } = issuing
  const [issuer = ''] = issuers
  const { signing, verifying } = await openKeys(issuing.keys, ownKeys)
  const claim = dialect.spell('{labels}')
  const legacyIssuer = dialect.spell(LEGACY_ISSUER)
  const verify = tokenVerifier([legacyIssuer, ...issuers], verifying)

  function signingKey(): SignatureKey {
    if (signing === undefined) throw plainError(WITHOUT_SUBTLE ? NO_CRYPTOGRAPHY : NO_KEY)
    return signing
  }

  return {
    issuer,
    settings: issuing,

    async authenticate(token, requested, request) {
      const verified = await verify(token)
      if (verified === undefined) return undefined
      const { claims } = verified
      const shared = sharedAudiences(claims, requested, own)
      const now = clock.now() / 1000
      if (claims['iss'] === legacyIssuer) {
        const warn = request && ((text: string) => request.warn(text))
        const holder = legacyHolder(claims, { token, lookup, dialect, read, noteUse, warn })
        request?.accepted?.(shared)
        return accountUser(holder, '', dialect)
      }
      checkTimes(claims, now)
      const subject = claims[claim]
      const holder = holderOf(objectOrEmpty(subject), now, read)
      request?.accepted?.(shared)
      return accountUser(holder, textAt(claims, 'jti'), dialect)
    },

    async issue(grant) {
      const issue = { issuer, id: clock.uuid(), at: Math.floor(clock.now() / 1000), own: claim }
      const claims: JsonObject = claimsOf(grant, issue)
      return { token: await signToken(signingKey(), claims), id: issue.id }
    },

    issueForSecret: async (account, secret) => signToken(signingKey(), legacyClaims(account, secret, dialect)),

    keySet: () => Promise.resolve(verifying),
  }
}

/**
 * Returns a function that verifies the signature of a token, and returns undefined for a token of another issuer. Verified
 * tokens are cached, so a token that is sent often is verified once.
 * @throws BadCredential
 */
function tokenVerifier(
  issuers: readonly string[],
  keys: readonly SignatureKey[],
): (token: string) => Promise<ReadToken | undefined> {
  const cache = new Map<string, ReadToken>()
  return async (token) => {
    const cached = cache.get(token)
    if (cached !== undefined) return cached
    const parts = readToken(token)
    const issuer = parts?.claims['iss']
    if (parts === undefined || !issuers.some((one) => one === issuer)) return undefined
    const matches = await Promise.all(keys.map((key) => isSignedBy(key, parts)))
    if (!matches.includes(true)) throw new BadCredential(BAD_SIGNATURE)
    checkTypes(parts.claims)
    const [oldest] = cache.keys()
    if (cache.size >= CACHE_SIZE && oldest !== undefined) cache.delete(oldest)
    cache.set(token, parts)
    return parts
  }
}

/**
 * The requested audiences for which the token is valid. The audiences of the server replace those that the token or the
 * request omits.
 * @throws BadCredential
 */
function sharedAudiences(claims: JsonObject, requested: readonly string[], own: readonly string[]): readonly string[] {
  const named = audiencesOf(claims)
  const valid = named.length === 0 ? own : named
  const wanted = requested.length === 0 ? own : requested
  const shared = wanted.filter((audience) => valid.includes(audience))
  if (shared.length > 0 || own.length === 0) return shared
  throw new BadCredential(`token audiences ${quoteAll(valid)} is invalid for the target audiences ${quoteAll(wanted)}`)
}

/** The user of a verified token. @param id the `jti` claim; empty without one */
function accountUser({ namespace, name, uid, pod, node }: Holder, id: string, dialect: Dialect): UserInfo {
  const extra: Record<string, readonly string[]> = {}
  const add = (key: string, value = ''): void => {
    if (value !== '') extra[dialect.spell(`authentication.{labels}/${key}`)] = [value]
  }
  if (id !== '') add('credential-id', `JTI=${id}`)
  add('node-name', node?.name)
  add('node-uid', node?.uid)
  add('pod-name', pod?.name)
  add('pod-uid', pod?.uid)
  return { username: accountUsername({ namespace, name }), uid, groups: accountGroups(namespace), extra }
}

/** WebCrypto is missing outside secure contexts, such as in a worker that a sandboxed frame started. */
const { subtle }: Partial<Crypto> = crypto
const WITHOUT_SUBTLE = subtle === undefined

interface OpenKeys {
  readonly signing?: SignatureKey
  readonly verifying: readonly SignatureKey[]
}

async function openKeys(given: TokenKeys | undefined, ownKeys: () => Promise<TokenKeys>): Promise<OpenKeys> {
  if (WITHOUT_SUBTLE) return { verifying: [] }
  const { signing, verifying } = given ?? (await ownKeys())
  const ownKey = signing === undefined ? [] : [signing]
  const checks = verifying.length > 0 ? verifying : ownKey
  return {
    ...(signing && { signing: await importKey(signing, 'sign') }),
    verifying: await Promise.all(checks.map((key) => importKey(key, 'verify'))),
  }
}
