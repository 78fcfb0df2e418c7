import type { ApiRequest } from '../api/exchange.ts'
import type { UserInfo } from '../api/user.ts'

/**
 * One method of authentication. Called for every request, before anything else is decided, in the order of the server's
 * list; the first that answers a user decides. It never changes the request.
 */
export interface Authenticator {
  /** `token-file`, `anonymous`: the word that the trace shows. */
  readonly name: string
  /** Asked only where no other method refused a credential. */
  readonly fallback?: true
  /**
   * The user; undefined where the request carries nothing this method understands.
   * @throws BadCredential where it carries a credential of this method that is wrong.
   */
  authenticate(request: ApiRequest, circumstances: Circumstances): Promise<UserInfo | undefined> | UserInfo | undefined
}

export interface Circumstances {
  /** For whom a token must be meant; empty: for this server. */
  readonly audiences: readonly string[]
  /** Adds a `Warning` header to the answer. */
  warn(text: string): void
  /** Told for which of those audiences a good token is, by a method that knows. */
  accepted?(audiences: readonly string[]): void
}

/** One kind of bearer token. */
export interface TokenMethod {
  readonly name: string
  /**
   * The user; undefined where the token is of another kind, or nobody's.
   * @throws BadCredential where the token is of this kind and wrong in a way that is worth a word.
   */
  authenticate(
    token: string,
    audiences: readonly string[],
    circumstances?: Circumstances,
  ): Promise<UserInfo | undefined> | UserInfo | undefined
}

/** A credential that is wrong. Who sent it only learns that; its text is for those who review a token. */
export class BadCredential extends Error {
  override readonly name = 'BadCredential'
}
