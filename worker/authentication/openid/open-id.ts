import type { Clock } from '../../clock/clock.ts'
import type { TokenMethod } from '../authenticator.ts'
import { BadCredential } from '../authenticator.ts'
import type { IdTokens } from './id-tokens.ts'
import { issuerOf } from './issuer-of.ts'

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

/** The time between two attempts to reach an issuer, milliseconds. */
const PAUSE = 10_000

/**
 * Verifies the ID tokens of an issuer. The first such token loads `id-tokens.ts` and the discovery document of the issuer.
 */
export function openId(options: OpenIdOptions, clock: Clock): TokenMethod {
  let opening: Promise<IdTokens> | undefined
  let failedAt = -PAUSE

  async function open(): Promise<IdTokens> {
    try {
      const { idTokens } = await import('./id-tokens.ts')
      return await idTokens(options, clock)
    } catch (error) {
      opening = undefined
      failedAt = clock.elapsed()
      throw error
    }
  }

  function tokens(): Promise<IdTokens> {
    if (opening === undefined && clock.elapsed() - failedAt < PAUSE)
      return Promise.reject(new Error(`${options.issuer} was unreachable less than ${PAUSE / 1000} s ago`))
    return (opening ??= open())
  }

  return {
    name: 'openid',
    async authenticate(token) {
      if (issuerOf(token) !== options.issuer) return undefined
      const checks = await tokens().catch(() => {
        throw new BadCredential('oidc: authenticator not initialized')
      })
      return checks.authenticate(token)
    },
  }
}
