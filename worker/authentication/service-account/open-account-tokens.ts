import { quote } from '../../api/go-format.ts'
import { isObject, type JsonObject } from '../../api/json.ts'
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

export { keptKeys } from './kept-key.ts'

interface Surroundings {
  readonly clock: Clock
  readonly dialect: Dialect
  /** Of this server. */
  readonly audiences: readonly string[]
  readonly read: ReadObject
  /** The pair that this cluster keeps; made where there is none yet. */
  readonly ownKeys: () => Promise<TokenKeys>
  /** Told of the secret of a token that is used. */
  readonly noteUse?: (secret: ApiObject) => void
}

const BAD_SIGNATURE = 'square/go-jose: error in cryptographic primitive'
const NO_KEY = 'the server has no key to sign tokens with'
const NO_CRYPTOGRAPHY = `${NO_KEY}: the page was not opened over HTTPS, or may not use cryptography`

/** Tokens whose signature was found good, so that a client that sends one again and again costs no more. */
const REMEMBERED = 256

export async function openAccountTokens(issuing: TokenIssuing, surroundings: Surroundings): Promise<AccountTokens> {
  const { clock, dialect, audiences: own, read, ownKeys, noteUse } = surroundings
  const { issuers, lookup = true } = issuing
  const [issuer = ''] = issuers
  const { signing, verifying } = await openKeys(issuing.keys, ownKeys)
  const claim = dialect.spell('{labels}')
  const extraKey = (name: string): string => dialect.spell(`authentication.{labels}/${name}`)
  const legacyIssuer = dialect.spell(LEGACY_ISSUER)
  const trusted = new Map<string, ReadToken>()

  /** The token, if it is of this issuer and signed by a known key. */
  async function believed(token: string): Promise<ReadToken | undefined> {
    const known = trusted.get(token)
    if (known !== undefined) return known
    const parts = readToken(token)
    const from = parts?.claims['iss']
    if (parts === undefined || (from !== legacyIssuer && !issuers.some((one) => one === from))) return undefined
    const matches = await Promise.all(verifying.map((key) => isSignedBy(key, parts)))
    if (!matches.includes(true)) throw new BadCredential(BAD_SIGNATURE)
    checkTypes(parts.claims)
    const [oldest] = trusted.keys()
    if (trusted.size >= REMEMBERED && oldest !== undefined) trusted.delete(oldest)
    trusted.set(token, parts)
    return parts
  }

  function userOf({ namespace, name, uid, pod, node }: Holder, id: string): UserInfo {
    const extra: Record<string, readonly string[]> = {}
    const add = (key: string, value = ''): void => {
      if (value !== '') extra[extraKey(key)] = [value]
    }
    if (id !== '') add('credential-id', `JTI=${id}`)
    add('node-name', node?.name)
    add('node-uid', node?.uid)
    add('pod-name', pod?.name)
    add('pod-uid', pod?.uid)
    return { username: accountUsername({ namespace, name }), uid, groups: accountGroups(namespace), extra }
  }

  function signingKey(): SignatureKey {
    if (signing === undefined) throw plainError(WITHOUT_SUBTLE ? NO_CRYPTOGRAPHY : NO_KEY)
    return signing
  }

  return {
    issuer,

    async authenticate(token, asked, circumstances) {
      const found = await believed(token)
      if (found === undefined) return undefined
      const { claims } = found
      const named = audiencesOf(claims)
      const meant = named.length === 0 ? own : named
      const wanted = asked.length === 0 ? own : asked
      const shared = wanted.filter((audience) => meant.includes(audience))
      if (shared.length === 0 && own.length > 0) {
        throw new BadCredential(
          `token audiences ${quoted(meant)} is invalid for the target audiences ${quoted(wanted)}`,
        )
      }
      const now = clock.now() / 1000
      if (claims['iss'] === legacyIssuer) {
        const warn = circumstances && ((text: string) => circumstances.warn(text))
        const holder = legacyHolder(claims, { token, lookup, dialect, read, noteUse, warn })
        circumstances?.accepted?.(shared)
        return userOf(holder, '')
      }
      checkTimes(claims, now)
      const about = claims[claim]
      const holder = holderOf(isObject(about) ? about : {}, now, read)
      circumstances?.accepted?.(shared)
      return userOf(holder, textAt(claims, 'jti'))
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

const quoted = (texts: readonly string[]): string => `[${texts.map(quote).join(' ')}]`

/** Outside secure contexts, such as a worker that a sandboxed frame started, there is no WebCrypto. */
const { subtle }: Partial<Crypto> = crypto
const WITHOUT_SUBTLE = subtle === undefined

interface OpenKeys {
  readonly signing?: SignatureKey
  readonly verifying: readonly SignatureKey[]
}

async function openKeys(given: TokenKeys | undefined, ownKeys: () => Promise<TokenKeys>): Promise<OpenKeys> {
  if (WITHOUT_SUBTLE) return { verifying: [] }
  const { signing, verifying } = given ?? (await ownKeys())
  const checks = verifying.length > 0 ? verifying : signing === undefined ? [] : [signing]
  return {
    ...(signing && { signing: await importKey(signing, 'sign') }),
    verifying: await Promise.all(checks.map((key) => importKey(key, 'verify'))),
  }
}
