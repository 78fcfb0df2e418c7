import { authorizeRequest } from '../../http/authorize.ts'
import { andThen } from '../../runtime/awaitable.ts'
import type { Stage } from '../exchange.ts'

/** Refuses with 403 what no authorizer allows the user. */
export const authorization = {
  name: 'authorization',
  run({ context, info, user, request, trace }, next) {
    const { authorizer } = context.cluster
    return andThen(authorizeRequest(authorizer, info, user, { url: request.url, trace }), next)
  },
} satisfies Stage
