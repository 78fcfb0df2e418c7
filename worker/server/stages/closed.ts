import { shuttingDown } from '../../http/refusal.ts'
import type { Stage } from '../exchange.ts'

/** Refuses requests to a closed server with 503. */
export const closed = {
  name: 'closed',
  run({ context }, next) {
    if (context.lifecycle.isClosed) throw shuttingDown()
    return next()
  },
} satisfies Stage
