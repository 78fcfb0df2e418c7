import type { AccountTokens } from './service-account/account-tokens.ts'
import type { TokenMethod } from './authenticator.ts'

/** Signed tokens of service accounts. The verification code loads with the first of them. */
export function serviceAccountToken(tokens: () => Promise<AccountTokens>): TokenMethod {
  return {
    name: 'service-account-token',
    authenticate: (token, audiences, context) =>
      token.split('.').length === 3
        ? tokens().then((known) => known.authenticate(token, audiences, context))
        : undefined,
  }
}
