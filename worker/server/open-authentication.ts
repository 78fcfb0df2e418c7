import { part } from '../api/part.ts'
import { anonymous } from '../authentication/anonymous.ts'
import type { TokenMethod } from '../authentication/authenticator.ts'
import { identifyBy, type Identify } from '../authentication/authenticators.ts'
import { bearerToken, forAudiences } from '../authentication/bearer-token.ts'
import { bootstrapToken } from '../authentication/bootstrap-token.ts'
import { clientCertificate } from '../authentication/client-certificate.ts'
import type { FrontProxyOptions } from '../authentication/front-proxy.ts'
import { frontProxy } from '../authentication/front-proxy.ts'
import type { OpenIdOptions } from '../authentication/openid/open-id.ts'
import { openId } from '../authentication/openid/open-id.ts'
import type { TokenIssuing } from '../authentication/service-account/account-tokens.ts'
import { serviceAccountToken } from '../authentication/service-account-token.ts'
import { tokenFile } from '../authentication/token-file.ts'
import type { TokenReviewOptions } from '../authentication/token-webhook.ts'
import type { WebhookCaller } from '../webhooks/backend.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Store } from '../store/store.ts'
import type { LaterAccountTokens } from './open-account-tokens.ts'

/** How callers prove who they are. */
export interface AuthenticationOptions {
  /** `--client-ca-file`, PEM: who may say whose a client certificate is. */
  readonly clientAuthorities?: string
  /** A proxy that has asked the callers who they are. */
  readonly frontProxy?: FrontProxyOptions
  /** An issuer of ID tokens. */
  readonly openId?: OpenIdOptions
  /** A remote service that knows whose a token is. */
  readonly tokenReviews?: TokenReviewOptions
  readonly callWebhook?: WebhookCaller
  /** Rows of the static token file. */
  readonly tokens?: string
  /** `--enable-bootstrap-token-auth` */
  readonly bootstrapTokens?: boolean
  /** `--anonymous-auth`; on by default. */
  readonly anonymousAuth?: boolean
  /** Who an unauthenticated caller is, where a host vouches for its callers (a browser's own page). Default: system:anonymous. */
  readonly defaultUser?: string
  /** `--api-audiences`: for whom tokens are meant that this server accepts. Default: the issuer. */
  readonly audiences?: readonly string[]
  /** Tokens of service accounts; absent: this cluster issues its own. */
  readonly serviceAccounts?: TokenIssuing
}

interface Surroundings extends LaterAccountTokens {
  readonly clock: Clock
  readonly dialect: Dialect
  readonly store: Store
}

/** The methods that the options switch on, in the order in which they are asked. */
export function openAuthentication(
  options: AuthenticationOptions,
  { clock, dialect, store, accountTokens, audiences }: Surroundings,
): Identify {
  const { tokens, bootstrapTokens, anonymousAuth = true, defaultUser, clientAuthorities, frontProxy: proxy } = options
  const secret = (namespace: string, name: string) => store.get({ resource: 'secrets', namespace, name })?.object
  const kinds: readonly TokenMethod[] = [
    ...(tokens === undefined ? [] : [forAudiences(audiences, tokenFile(tokens))]),
    serviceAccountToken(accountTokens),
    ...(bootstrapTokens === true ? [forAudiences(audiences, bootstrapToken({ clock, dialect, secret }))] : []),
    ...(options.openId === undefined ? [] : [forAudiences(audiences, openId(options.openId, clock))]),
    ...laterTokenWebhook(options, { clock, dialect, audiences }),
  ]
  return identifyBy([
    ...(proxy === undefined ? [] : [frontProxy(proxy, clock)]),
    ...(clientAuthorities === undefined ? [] : [clientCertificate(clientAuthorities, clock)]),
    bearerToken(kinds),
    ...(defaultUser !== undefined ? [anonymous(defaultUser, ['system:masters'])] : anonymousAuth ? [anonymous()] : []),
  ])
}

/** Loaded with the first token that nobody else knows. @throws Error where nobody is there to be asked */
function laterTokenWebhook(
  { tokenReviews, callWebhook }: AuthenticationOptions,
  surroundings: Pick<Surroundings, 'clock' | 'dialect' | 'audiences'>,
): readonly TokenMethod[] {
  if (tokenReviews === undefined) return []
  if (callWebhook === undefined) throw new Error('review tokens on a host that can reach the service')
  const method = part(async () => {
    const { tokenWebhook } = await import('../authentication/token-webhook.ts')
    return tokenWebhook(tokenReviews, { ...surroundings, callWebhook })
  })
  return [{ name: 'token-webhook', authenticate: async (...asked) => (await method()).authenticate(...asked) }]
}
