import { lazy } from '../api/lazy.ts'
import { anonymous } from '../authentication/anonymous.ts'
import type { Authenticator, TokenMethod } from '../authentication/authenticator.ts'
import { identifyBy, type Identify } from '../authentication/authenticators.ts'
import { webSocketToken } from '../authentication/websocket-token.ts'
import { bearerToken, forAudiences } from '../authentication/bearer-token.ts'
import type { FrontProxyOptions } from '../authentication/front-proxy.ts'
import type { OpenIdOptions } from '../authentication/openid/open-id-options.ts'
import type { TokenIssuing } from '../authentication/service-account/account-tokens.ts'
import { serviceAccountToken } from '../authentication/service-account-token.ts'
import type { TokenReviewOptions } from '../authentication/token-webhook.ts'
import type { WebhookCaller } from '../webhooks/backend.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Store } from '../store/store.ts'
import type { AccountTokenProvider } from './account-token-provider.ts'

/** The authentication methods of a server. */
export interface AuthenticationOptions {
  /** `--client-ca-file`, PEM: the authorities of client certificates. */
  readonly clientAuthorities?: string
  /** A proxy that authenticates its callers and names them in headers. */
  readonly frontProxy?: FrontProxyOptions
  /** The issuers of ID tokens. */
  readonly openIds?: readonly OpenIdOptions[]
  /** A remote service that reviews tokens. */
  readonly tokenReviews?: TokenReviewOptions
  readonly callWebhook?: WebhookCaller
  /** Rows of the static token file. */
  readonly tokens?: string
  /** `--enable-bootstrap-token-auth`: whether bootstrap tokens are accepted. */
  readonly bootstrapTokens?: boolean
  /** `--anonymous-auth`; on by default. */
  readonly anonymousAuth?: boolean
  /**
   * The user of callers without credentials, in the group system:masters, for a host that trusts them, such as the page of a
   * browser. Default: system:anonymous.
   */
  readonly defaultUser?: string
  /** `--api-audiences`: the audiences of accepted tokens. Default: the issuer. */
  readonly audiences?: readonly string[]
  /** The tokens of service accounts; by default, this cluster issues its own. */
  readonly serviceAccounts?: TokenIssuing
}

interface AuthenticationDependencies extends AccountTokenProvider {
  readonly clock: Clock
  readonly dialect: Dialect
  readonly store: Store
}

/** The methods that the options switch on, in the order of their calls. A page uses few of them: the others load on demand. */
export async function openAuthentication(
  options: AuthenticationOptions,
  { clock, dialect, store, accountTokens, audiences }: AuthenticationDependencies,
): Promise<Identify> {
  const secret = (namespace: string, name: string) => store.get({ resource: 'secrets', namespace, name })?.object
  const tokenMethods: TokenMethod[] = [serviceAccountToken(accountTokens)]
  if (options.tokens !== undefined) {
    const { tokenFile } = await import('../authentication/token-file.ts')
    tokenMethods.unshift(forAudiences(audiences, tokenFile(options.tokens)))
  }
  if (options.bootstrapTokens === true) {
    const { bootstrapToken } = await import('../authentication/bootstrap-token.ts')
    tokenMethods.push(forAudiences(audiences, bootstrapToken({ clock, dialect, secret })))
  }
  for (const issuer of options.openIds ?? []) {
    const { openId } = await import('../authentication/openid/open-id.ts')
    tokenMethods.push(forAudiences(audiences, openId(issuer, clock)))
  }
  tokenMethods.push(...lazyTokenWebhook(options, { clock, dialect, audiences }))
  return identifyBy([
    ...(await connectionMethods(options, clock)),
    bearerToken(tokenMethods),
    webSocketToken(dialect.spell('base64url.bearer.authorization.{domain}.'), tokenMethods),
    ...unauthenticatedCallers(options),
  ])
}

/** The methods that read the certificate of the connection. */
async function connectionMethods(
  { frontProxy: proxy, clientAuthorities }: AuthenticationOptions,
  clock: Clock,
): Promise<Authenticator[]> {
  const methods: Authenticator[] = []
  if (proxy !== undefined) {
    const { frontProxy } = await import('../authentication/front-proxy.ts')
    methods.push(frontProxy(proxy, clock))
  }
  if (clientAuthorities !== undefined) {
    const { clientCertificate } = await import('../authentication/client-certificate.ts')
    methods.push(clientCertificate(clientAuthorities, clock))
  }
  return methods
}

function unauthenticatedCallers({
  anonymousAuth = true,
  defaultUser,
}: AuthenticationOptions): readonly Authenticator[] {
  if (defaultUser !== undefined) return [anonymous(defaultUser, ['system:masters'])]
  return anonymousAuth ? [anonymous()] : []
}

/**
 * The review of tokens by a webhook. Its code loads with the first token that no other method authenticates.
 * @throws Error when the host has no caller of webhooks
 */
function lazyTokenWebhook(
  { tokenReviews, callWebhook }: AuthenticationOptions,
  dependencies: Pick<AuthenticationDependencies, 'clock' | 'dialect' | 'audiences'>,
): readonly TokenMethod[] {
  if (tokenReviews === undefined) return []
  if (callWebhook === undefined) throw new Error('review tokens on a host that can reach the service')
  const method = lazy(async () => {
    const { tokenWebhook } = await import('../authentication/token-webhook.ts')
    return tokenWebhook(tokenReviews, { ...dependencies, callWebhook })
  })
  return [{ name: 'token-webhook', authenticate: async (...asked) => (await method()).authenticate(...asked) }]
}
