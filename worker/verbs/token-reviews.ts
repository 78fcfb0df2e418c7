import { objectOrEmpty } from '../api/json.ts'
import { badRequest } from '../api/status.ts'
import { userObject } from '../api/user.ts'
import { listAt, textAt } from '../resources/path.ts'
import type { Review } from './review.ts'

/** Authenticates the token as the bearer token of a request, independent of the caller of the review. */
export const tokenReview: Review = async ({ identify, audiences: own }, caller, object) => {
  const token = textAt(object, 'spec.token')
  if (token === '') throw badRequest('token is required for TokenReview in authentication')
  const requested = listAt(object, 'spec.audiences').filter((audience) => typeof audience === 'string')
  const audiences = requested.length > 0 ? requested : own
  const request = {
    method: 'GET',
    url: '/',
    headers: new Map([['authorization', `Bearer ${token}`]]),
    signal: caller.signal,
  }
  // Authentication methods that read audiences report the token's audiences. Tokens of other methods are meant for this server.
  let answered = audiences.filter((audience) => own.includes(audience))
  const accepted = (meant: readonly string[]): void => void (answered = [...meant])
  const identity = await identify(request, { audiences, warn: () => undefined, accepted })
  // reference/identity.md 20: when the token identifies no user, the answer keeps the sent status.
  const { authenticated: _, ...sent } = objectOrEmpty(object['status'])
  if (identity.user === undefined) {
    const error = identity.faults.join(', ')
    return { status: { user: {}, ...sent, ...(error !== '' && { error }) } }
  }
  return {
    status: {
      ...sent,
      authenticated: true,
      user: userObject(identity.user),
      ...(answered.length > 0 && { audiences: answered }),
    },
  }
}
