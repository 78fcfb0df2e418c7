import { impersonate } from '../../http/impersonate.ts'
import { andThen } from '../../runtime/awaitable.ts'
import type { Stage } from '../exchange.ts'

/**
 * Makes the impersonated user the user of the later stages, when the caller has permission. Without impersonation headers, the
 * caller is this user.
 */
export const impersonation = {
  name: 'impersonation',
  run(exchange, next) {
    const { context, request, caller, trace, audit: trail } = exchange
    if (caller === undefined) throw new Error('place impersonation behind authentication')
    const { dialect, cluster } = context
    const acting = impersonate(request, caller, { authorizer: cluster.authorizer, dialect, trace, trail })
    return andThen(acting, (user) => {
      exchange.user = user
      return next()
    })
  },
} satisfies Stage
