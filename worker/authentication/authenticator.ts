import type { ApiRequest } from '../api/exchange.ts'
import type { UserInfo } from '../api/user.ts'

/**
 * One method of authentication. The server calls its methods in the order of its list for every request, before
 * authorisation; the first that returns a user decides. A method never changes the request.
 */
export interface Authenticator {
  /** The name in the trace, such as `token-file` or `anonymous`. */
  readonly name: string
  /** Whether the method is called only when no other method has refused a credential. */
  readonly fallback?: true
  /**
   * The user; undefined when the request has no credential of this method.
   * @throws BadCredential when the request's credential of this method is invalid
   */
  authenticate(
    request: ApiRequest,
    context: AuthenticationContext,
  ): Promise<UserInfo | undefined> | UserInfo | undefined
}

/** The arguments of a method besides the request. */
export interface AuthenticationContext {
  /** The audiences of which a token must name one; empty means the audiences of this server. */
  readonly audiences: readonly string[]
  /** Adds a `Warning` header to the answer. */
  warn(text: string): void
  /** Methods that read audiences call it with those requested audiences that the accepted token names. */
  accepted?(audiences: readonly string[]): void
}

/** One kind of bearer token. */
export interface TokenMethod {
  readonly name: string
  /**
   * The user; undefined when the token is of another kind, or belongs to no user.
   * @throws BadCredential when the token is of this kind and invalid, and a TokenReview must report the reason
   */
  authenticate(
    token: string,
    audiences: readonly string[],
    context?: AuthenticationContext,
  ): Promise<UserInfo | undefined> | UserInfo | undefined
}

/** An invalid credential. Its sender receives a plain 401; the message is part of the answer to a TokenReview. */
export class BadCredential extends Error {
  override readonly name = 'BadCredential'
}
