import { authorizeRequest } from '../../http/authorize.ts'
import { andThen } from '../../runtime/awaitable.ts'
import type { Stage } from '../exchange.ts'

/** Refuses a request with 403 when no authorizer allows it. */
export const authorization = {
  name: 'authorization',
  run({ context, info, user, request, trace }, next) {
    const { authorizer } = context.cluster
    return andThen(authorizeRequest(authorizer, info, user, { url: request.url, trace }), next)
  },
} satisfies Stage
