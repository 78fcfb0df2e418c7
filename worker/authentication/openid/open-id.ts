import type { Clock } from '../../clock/clock.ts'
import type { TokenMethod } from '../authenticator.ts'
import { BadCredential } from '../authenticator.ts'
import type { IdTokens } from './id-tokens.ts'
import { issuerOf } from './issuer-of.ts'
import type { OpenIdOptions } from './open-id-options.ts'

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
