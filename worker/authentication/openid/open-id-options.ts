import type { JsonObject } from '../../api/json.ts'
import type { UserInfo } from '../../api/user.ts'

/** An issuer of ID tokens, and the claims that name the user (reference/identity.md 16). */
export interface OpenIdOptions {
  /** The URL of the issuer, which begins with `https://`. */
  readonly issuer: string
  /** The URL of the discovery document, when the issuer serves it elsewhere. */
  readonly discoveryUrl?: string
  /** The audiences of which a token must name one. */
  readonly audiences: readonly string[]
  readonly usernameClaim: string
  readonly usernamePrefix: string
  /** The claim that names the groups of the user. When it is empty, the server reads no groups from a token. */
  readonly groupsClaim: string
  readonly groupsPrefix: string
  /** The claim that holds the uid of the user. When it is empty, the server reads no uid from a token. */
  readonly uidClaim?: string
  readonly requiredClaims: ReadonlyMap<string, string>
  /** Expressions that replace claims, and rules about the claims and the user. */
  readonly expressions?: ClaimExpressions
  /** The accepted signature algorithms, such as `RS256`. */
  readonly algorithms: readonly string[]
  /** Reads a JSON document of the issuer. @throws Error when that fails */
  read(url: string): Promise<unknown>
  /**
   * Requests a distributed claim from the URL that a token gives; resolves with the body of the answer.
   * @throws Error with the message that Go gives for the same failure
   */
  readClaim(url: string, accessToken: string): Promise<string>
}

/** The expressions of an issuer. An absent function has no expression. Each throws BadCredential. */
export interface ClaimExpressions {
  username?(claims: JsonObject): string
  groups?(claims: JsonObject): readonly string[]
  uid?(claims: JsonObject): string
  extra?(claims: JsonObject): Readonly<Record<string, readonly string[]>>
  /** Called after the user is known. */
  checkClaims?(claims: JsonObject): void
  checkUser?(user: UserInfo): void
}
