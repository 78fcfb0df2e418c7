import type { ApiObject } from '../../api/object.ts'
import type { UserInfo } from '../../api/user.ts'
import type { WebKey } from '../../api/web-key.ts'
import type { AuthenticationContext } from '../authenticator.ts'

/** The keys and issuers of service account tokens. */
export interface TokenIssuing {
  /** `--service-account-issuer`: new tokens name the first issuer, and tokens of all issuers are accepted. */
  readonly issuers: readonly string[]
  /**
   * The keys that sign tokens. Default: the server generates a pair with the first token and stores it in the cluster.
   */
  readonly keys?: TokenKeys
  /** `--service-account-lookup`: a token of a secret is valid only while the secret holds it. On by default. */
  readonly lookup?: boolean
  /** `--service-account-max-token-expiration`, seconds: longer requests are shortened. Default: no limit. */
  readonly longest?: number
  /**
   * `--service-account-extend-token-expiration`: tokens of the volumes that the ServiceAccount admission plugin adds to
   * pods are valid for a year. On by default.
   */
  readonly extends?: boolean
  /**
   * `--service-account-jwks-uri`: the address of the keys in the discovery document. Default: the address of this
   * server's keys.
   */
  readonly keysAddress?: string
}

export interface TokenKeys {
  /** Without a signing key the server verifies tokens, but issues none. */
  readonly signing?: WebKey
  /** Public keys; a signature by any of them is valid. */
  readonly verifying: readonly WebKey[]
}

/** Issues and verifies tokens of service accounts. Loaded with the first use. */
export interface AccountTokens {
  readonly issuer: string
  /** The settings of lifetimes and of the discovery document. */
  readonly settings: Pick<TokenIssuing, 'longest' | 'extends' | 'keysAddress'>
  /**
   * Called for a bearer token of three parts. Returns undefined for the token of another issuer.
   * @throws BadCredential when the token is of this issuer and invalid
   */
  authenticate(
    token: string,
    audiences: readonly string[],
    context: AuthenticationContext | undefined,
  ): Promise<UserInfo | undefined>
  /** A signed token. @throws StatusError without a signing key */
  issue(grant: TokenGrant): Promise<SignedToken>
  /** A signed token without expiration, valid while a secret of the account's namespace holds it. */
  issueForSecret(account: ApiObject, secret: string): Promise<string>
  /** The public keys, for clients that verify tokens themselves. */
  keySet(): Promise<readonly PublishedKey[]>
}

export interface TokenGrant {
  readonly account: ApiObject
  readonly audiences: readonly string[]
  readonly seconds: number
  /** Seconds after which the use of the token is stale, although it is still valid; 0 when it never becomes stale. */
  readonly warnAfter: number
  /**
   * The objects whose deletion invalidates the token. A token for a pod also names the pod's node, perhaps without a uid; that
   * node is not verified.
   */
  readonly bound: Partial<Readonly<Record<'pod' | 'secret' | 'node', ObjectName>>>
}

/** An object in a claim. */
export interface ObjectName {
  readonly name: string
  readonly uid?: string
}

export interface SignedToken {
  readonly token: string
  /** The id of the token (`jti`). */
  readonly id: string
}

export interface PublishedKey {
  readonly id: string
  /** The signature algorithm, such as `RS256`. */
  readonly algorithm: string
  readonly publicKey: WebKey
}

/** Reads one stored object; `resource` is the storage name. */
export type ReadObject = (resource: string, namespace: string, name: string) => ApiObject | undefined
