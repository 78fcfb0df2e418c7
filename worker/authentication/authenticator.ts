import type { ApiRequest } from '../api/exchange.ts'
import type { UserInfo } from '../api/user.ts'

/**
 * One method of authentication. Called for every request, before anything else is decided, in the order of
 * `authenticators.ts`; the first that answers a user decides. It never changes the request.
 */
export interface Authenticator {
  /** `token-file`, `anonymous`: the word that the trace shows. */
  readonly name: string
  /**
   * The user; undefined where the request carries nothing this method understands.
   * @throws unauthorized() where it carries a credential of this method that is wrong.
   */
  authenticate(request: ApiRequest): Promise<UserInfo | undefined> | UserInfo | undefined
}
