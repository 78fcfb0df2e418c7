import type { AccountTokens } from './service-account/account-tokens.ts'
import type { TokenMethod } from './authenticator.ts'

/** Accepts the signed tokens of service accounts. The verification code loads with the first token. */
export function serviceAccountToken(tokens: () => Promise<AccountTokens>): TokenMethod {
  return {
    name: 'service-account-token',
    authenticate: (token, audiences, context) =>
      token.split('.').length === 3
        ? tokens().then((known) => known.authenticate(token, audiences, context))
        : undefined,
  }
}
