import { quote, quoteAll } from '../../api/go-format.ts'
import { isObject, type JsonObject } from '../../api/json.ts'
import type { UserInfo } from '../../api/user.ts'
import type { Clock } from '../../clock/clock.ts'
import { BadCredential } from '../authenticator.ts'
import type { ReadToken } from '../json-web-token.ts'
import { readToken } from '../json-web-token.ts'
import { issuerKeys, type IssuerKeys } from './issuer-keys.ts'
import type { OpenIdOptions } from './open-id.ts'
import { userOfClaims } from './user-of-claims.ts'
import { errorMessage } from '../../runtime/error-message.ts'

/** The ID tokens of one issuer. */
export interface IdTokens {
  /** @throws BadCredential */
  authenticate(token: string): Promise<UserInfo>
}

/** The tolerance for `nbf`, seconds. */
const LEEWAY = 60

/** Reads the discovery document of the issuer. @throws Error when the document is missing or names another issuer */
export async function idTokens(options: OpenIdOptions, clock: Clock): Promise<IdTokens> {
  const { issuer, read } = options
  const discovery = await read(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  if (!isObject(discovery) || discovery['issuer'] !== issuer || typeof discovery['jwks_uri'] !== 'string')
    throw new Error(`the discovery document of ${issuer} is incomplete or names another issuer`)
  const keys = issuerKeys(discovery['jwks_uri'], read)
  return {
    async authenticate(token) {
      const parts = readToken(token)
      if (parts === undefined) throw new BadCredential('oidc: verify token: oidc: malformed jwt')
      const fault = claimsFault(parts.claims, options, clock.now()) ?? (await signatureFault(parts, options, keys))
      if (fault !== undefined) throw new BadCredential(`oidc: verify token: ${fault}`)
      return userOfClaims(parts.claims, options)
    },
  }
}

const unreadable = (what: string): string => `oidc: failed to unmarshal claims: json: cannot unmarshal ${what}`

/**
 * Checks the claims before the signature, because they are cheaper to check. The texts are those of the real server's
 * library.
 */
function claimsFault(claims: JsonObject, { clientId }: OpenIdOptions, now: number): string | undefined {
  const { aud = [], sub = '', exp = null, nbf = null, iat = null } = claims
  const audiences = typeof aud === 'string' ? [aud] : aud
  if (!Array.isArray(audiences) || !audiences.every((one) => typeof one === 'string')) return unreadable('aud')
  if (sub !== null && typeof sub !== 'string') return unreadable('sub')
  const [expiry, start] = [momentOf(exp), momentOf(nbf)]
  if (expiry === undefined || start === undefined || momentOf(iat) === undefined) return unreadable('a time')
  if (!audiences.includes(clientId)) return `oidc: expected audience ${quote(clientId)} got ${quoteAll(audiences)}`
  if (expiry === null || expiry < now) return `oidc: token is expired (Token Expiry: ${goTime(expiry)})`
  if (start !== null && now + LEEWAY * 1000 < start)
    return `oidc: current time ${goTime(now)} before the nbf (not before) time: ${goTime(start)}`
  return undefined
}

/**
 * Milliseconds of a claim in seconds, which is a number or its text; null without the claim; undefined for another
 * type.
 */
function momentOf(claim: unknown): number | null | undefined {
  if (claim === null) return null
  if (typeof claim !== 'number' && !(typeof claim === 'string' && /^-?\d+(\.\d+)?$/.test(claim))) return undefined
  return Math.trunc(Number(claim)) * 1000
}

/** The time as Go prints it; the zero time for null. */
function goTime(ms: number | null): string {
  if (ms === null) return '0001-01-01 00:00:00 +0000 UTC'
  const text = new Date(ms).toISOString()
  return `${text.slice(0, 10)} ${text.slice(11, 19)} +0000 UTC`
}

async function signatureFault(
  token: ReadToken,
  { algorithms }: OpenIdOptions,
  keys: IssuerKeys,
): Promise<string | undefined> {
  if (!algorithms.includes(token.algorithm)) {
    const got = `expected ${quoteAll(algorithms)} got ${quote(token.algorithm)}`
    return `oidc: id token signed with unsupported algorithm, ${got}`
  }
  const failed = 'failed to verify signature:'
  try {
    return (await keys.haveSigned(token)) ? undefined : `${failed} failed to verify id token signature`
  } catch (error) {
    return `${failed} fetching keys ${errorMessage(error)}`
  }
}
