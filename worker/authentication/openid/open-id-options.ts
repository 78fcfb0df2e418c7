/** An issuer of ID tokens, and the claims that name the user (reference/identity.md 16). */
export interface OpenIdOptions {
  /** The URL of the issuer, which begins with `https://`. */
  readonly issuer: string
  /** The audience that a token must name. */
  readonly clientId: string
  readonly usernameClaim: string
  readonly usernamePrefix: string
  /** The claim that names the groups of the user. When it is empty, the server reads no groups from a token. */
  readonly groupsClaim: string
  readonly groupsPrefix: string
  readonly requiredClaims: Readonly<Record<string, string>>
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
