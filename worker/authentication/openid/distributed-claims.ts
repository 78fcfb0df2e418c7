import { quote } from '../../api/go-format.ts'
import { isObject, type Json, type JsonObject, ownMember } from '../../api/json.ts'
import { errorMessage } from '../../runtime/error-message.ts'
import { BadCredential } from '../authenticator.ts'
import { sourceTokenFault } from './claim-types.ts'
import { issuerOf } from './issuer-of.ts'

/** The claims `_claim_names` and `_claim_sources` (OpenID Connect Core 1.0, section 5.6.2). */
interface References {
  readonly names: JsonObject
  readonly sources: JsonObject
}

const referencesOf = ({ _claim_names: names, _claim_sources: sources }: JsonObject): References => ({
  names: isObject(names) ? names : {},
  sources: isObject(sources) ? sources : {},
})

/** The fault of a name without a source; undefined when each name has one. */
export function referencesFault(claims: JsonObject): string | undefined {
  const { names, sources } = referencesOf(claims)
  for (const source of Object.values(names)) {
    if ((source ?? '') === '') return 'oidc: failed to obtain source from claim name'
    if (ownMember(sources, String(source)) === undefined) return 'oidc: source does not exist'
  }
  return undefined
}

/** Requests claims from other servers. */
export interface ClaimReader {
  /** The text of an answer. @throws Error with the reason */
  read(url: string, accessToken: string): Promise<string>
  /** Verifies a token of the issuer and returns its claims. @throws BadCredential */
  verify(token: string): Promise<JsonObject>
  readonly issuer: string
}

/** Adds a claim that another server holds, when the claims lack it and refer to it. @throws BadCredential */
export async function withDistributedClaim(
  claims: JsonObject,
  claim: string,
  reader: ClaimReader,
): Promise<JsonObject> {
  if (claim === '' || Object.hasOwn(claims, claim) || claims['_claim_names'] === undefined) return claims
  try {
    if (claims['_claim_sources'] === undefined) throw new Error('oidc: no claim sources')
    const { names, sources } = referencesOf(claims)
    const source = ownMember(sources, String(ownMember(names, claim) ?? ''))
    const unreadable = sourceTokenFault(sources)
    if (unreadable !== undefined) throw new Error(`oidc: could not parse claim sources: ${unreadable}`)
    if (!isObject(source) || (source['endpoint'] ?? '') === '') return claims
    return { ...claims, [claim]: await requested(source, claim, reader) }
  } catch (error) {
    throw new BadCredential(`oidc: could not expand distributed claims: ${errorMessage(error)}`)
  }
}

async function requested(source: JsonObject, claim: string, { read, verify, issuer }: ClaimReader): Promise<Json> {
  const [url, accessToken] = [String(source['endpoint']), String(source['access_token'] ?? '')]
  const token = await read(url, accessToken).catch((error: unknown) => {
    throw new Error(`while getting distributed claim ${quote(claim)}: ${errorMessage(error)}`)
  })
  const given = issuerOf(token)
  if (given === undefined)
    throw new Error(`getting untrusted issuer from endpoint ${url} failed for claim ${quote(claim)}: ${fault(token)}`)
  if (given !== issuer)
    throw new Error(`verifying untrusted issuer ${given} failed: verifier not initialized for issuer: ${quote(given)}`)
  const found = await verify(token).catch((error: unknown) => {
    throw new Error(`verify distributed claim token: ${errorMessage(error)}`)
  })
  const value = ownMember(found, claim)
  if (value === undefined)
    throw new Error(`jwt returned by distributed claim endpoint ${quote(url)} did not contain claim: ${claim}`)
  return value
}

const fault = (token: string): string => (token.trim().startsWith('{') ? 'token is not compact JWT' : 'malformed token')
