import { boundedNumber } from '../../api/numbers.ts'
import { sortTexts } from '../../api/byte-order.ts'
import { quote, quoteAll } from '../../api/go-format.ts'
import { isObject, stringOrEmpty, type Json, type JsonObject } from '../../api/json.ts'
import type { UserInfo } from '../../api/user.ts'
import type { Clock } from '../../clock/clock.ts'
import { BadCredential } from '../authenticator.ts'
import { claimSeconds, goTimeText } from '../claim-time.ts'
import type { ReadToken } from '../json-web-token.ts'
import { readToken } from '../json-web-token.ts'
import { issuerKeys, type IssuerKeys } from './issuer-keys.ts'
import type { OpenIdOptions } from './open-id-options.ts'
import { claimTypeFault, libraryClaims } from './claim-types.ts'
import { referencesFault, withDistributedClaim } from './distributed-claims.ts'
import { formFault, withHead } from './token-form.ts'
import { userOfClaims } from './user-of-claims.ts'
import { errorMessage } from '../../runtime/error-message.ts'

/** The ID tokens of one issuer. */
export interface IdTokens {
  /** The user of a token. @throws BadCredential for a token that is not valid */
  authenticate(token: string): Promise<UserInfo>
}

/** The expiry of a token without one: Go's zero time, in seconds since 1970. */
const YEAR_1 = -62_135_596_800

/** The tolerance for `nbf`, seconds. */
const LEEWAY = 60

/** Reads the discovery document of the issuer. @throws Error when the document is missing or names another issuer */
export async function idTokens(options: OpenIdOptions, clock: Clock): Promise<IdTokens> {
  const { issuer, read } = options
  const discoveryUrl = options.discoveryUrl ?? `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const discovery = await read(discoveryUrl)
  if (!isObject(discovery) || discovery['issuer'] !== issuer || typeof discovery['jwks_uri'] !== 'string')
    throw new Error(`the discovery document of ${issuer} is incomplete or names another issuer`)
  const keys = issuerKeys(discovery['jwks_uri'], read)

  async function verify(token: string): Promise<JsonObject> {
    const form = formFault(token)
    if (form !== undefined) throw new BadCredential(`oidc: malformed jwt: ${form}`)
    const parts = readToken(withHead(token))
    if (parts === undefined) throw new BadCredential('oidc: malformed jwt')
    const claims = libraryClaims(parts.claims)
    const fault =
      claimsFault(claims, options, clock.now() / 1000) ??
      (await signatureFault(parts, options, keys)) ??
      audiencesFault(claims, options)
    if (fault !== undefined) throw new BadCredential(fault)
    return parts.claims
  }

  return {
    async authenticate(token) {
      const claims = await verify(token).catch((error: unknown) => {
        if (error instanceof BadCredential) throw new BadCredential(`oidc: verify token: ${error.message}`)
        throw error
      })
      const reader = { issuer, verify, read: options.readClaim }
      return userOfClaims(await withDistributedClaim(claims, options.groupsClaim, reader), options)
    },
  }
}

/**
 * Checks the claims before the signature, because they are cheaper to check. The messages come from Go's
 * OpenID library. `now` is in seconds.
 */
function claimsFault(claims: JsonObject, { audiences: accepted }: OpenIdOptions, now: number): string | undefined {
  const unreadable = claimTypeFault(claims)
  if (unreadable !== undefined) return `oidc: failed to unmarshal claims: ${unreadable}`
  const audiences = audiencesOf(claims['aud'])
  const reference = referencesFault(claims)
  if (reference !== undefined) return reference
  const [expiry, start] = [secondsOf(claims['exp']) ?? YEAR_1, secondsOf(claims['nbf'])]
  const [only = ''] = accepted
  if (accepted.length === 1 && !audiences.includes(only))
    return `oidc: expected audience ${quote(only)} got ${quoteAll(audiences)}`
  if (expiry < now) return `oidc: token is expired (Token Expiry: ${goTimeText(expiry)})`
  if (start !== null && now + LEEWAY < start)
    return `oidc: current time ${goTimeText(now)} before the nbf (not before) time: ${goTimeText(start)}`
  return undefined
}

/** Go's library compares one audience. The real server itself compares several, after the signature. */
function audiencesFault(claims: JsonObject, { audiences: accepted }: OpenIdOptions): string | undefined {
  const audiences = audiencesOf(claims['aud'])
  return audiences.some((audience) => accepted.includes(audience))
    ? undefined
    : `oidc: expected audience in ${quoteAll(sortTexts([...accepted]))} got ${quoteAll(audiences)}`
}

/** The audiences in a claim that is a string or a list of strings. Go decodes null as the empty string. */
function audiencesOf(aud: Json | undefined): readonly string[] {
  if (aud === undefined) return []
  return Array.isArray(aud) ? aud.map(stringOrEmpty) : [stringOrEmpty(aud)]
}

/** The seconds of a time; null without the claim. */
const secondsOf = (claim: Json | undefined): number | null =>
  (claim ?? null) === null ? null : claimSeconds(boundedNumber(claim))

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
