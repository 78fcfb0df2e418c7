import { impersonate } from '../../http/impersonate.ts'
import { andThen } from '../../runtime/awaitable.ts'
import type { Stage } from '../exchange.ts'

/** Replaces the caller by the user whom it impersonates, when it may. Later stages see that user only. */
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
