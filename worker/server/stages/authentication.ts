import { authenticate } from '../../authentication/authenticators.ts'
import { andThen } from '../../runtime/awaitable.ts'
import type { Stage } from '../exchange.ts'

/** Finds the caller, or refuses with 401. */
export const authentication = {
  name: 'authentication',
  run(exchange, next) {
    const { context, request, record, warnings } = exchange
    const caller = authenticate(context.cluster.identify, request, record, (text) => warnings.add(text))
    return andThen(caller, (user) => {
      exchange.caller = user
      return next()
    })
  },
} satisfies Stage
