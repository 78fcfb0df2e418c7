import type { ApiObject } from '../../api/object.ts'
import type { UserInfo } from '../../api/user.ts'
import type { WebKey } from '../../api/web-key.ts'
import type { Circumstances } from '../authenticator.ts'

/** How a server makes tokens of service accounts, and which it takes. */
export interface TokenIssuing {
  /** `--service-account-issuer`: the first is named in new tokens, tokens of all are accepted. */
  readonly issuers: readonly string[]
  /** Absent: a pair is made with the first token and kept with the cluster. */
  readonly keys?: TokenKeys
  /** `--service-account-lookup`: a token of a secret is good as long as the secret holds it. On by default. */
  readonly lookup?: boolean
}

export interface TokenKeys {
  /** Without it tokens are checked, but none are made. */
  readonly signing?: WebKey
  /** Public keys; a signature by any of them counts. */
  readonly verifying: readonly WebKey[]
}

/** Tokens of service accounts. Loaded with the first token that is made or looks like one. */
export interface AccountTokens {
  readonly issuer: string
  /**
   * Called for a bearer token of three parts. Undefined: the token of some other issuer.
   * @throws BadCredential where it is of this issuer and not good.
   */
  authenticate(
    token: string,
    audiences: readonly string[],
    circumstances: Circumstances | undefined,
  ): Promise<UserInfo | undefined>
  /** A signed token. @throws StatusError where there is no key to sign it with. */
  issue(grant: TokenGrant): Promise<SignedToken>
  /** A signed token without an end, good as long as a secret of the account's namespace holds it. */
  issueForSecret(account: ApiObject, secret: string): Promise<string>
  /** The public keys, for those who check tokens themselves. */
  keySet(): Promise<readonly PublishedKey[]>
}

export interface TokenGrant {
  readonly account: ApiObject
  readonly audiences: readonly string[]
  readonly seconds: number
  /** Seconds after which the token is stale, though it still counts; 0: it is not stale before its end. */
  readonly warnAfter: number
  /** What the token ends with. A pod's node, which may be a name alone, is said but not asked for. */
  readonly bound: Partial<Readonly<Record<'pod' | 'secret' | 'node', ObjectName>>>
}

/** As claims name an object. */
export interface ObjectName {
  readonly name: string
  readonly uid?: string
}

export interface SignedToken {
  readonly token: string
  /** Of this one token (`jti`). */
  readonly id: string
}

export interface PublishedKey {
  readonly id: string
  /** `RS256` */
  readonly algorithm: string
  readonly publicKey: WebKey
}

/** Reads one object as it is stored; `resource` is the storage name. */
export type ReadObject = (resource: string, namespace: string, name: string) => ApiObject | undefined
