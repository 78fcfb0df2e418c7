import type { Stage } from '../exchange.ts'

/** Cancels the work at the deadline, and answers 504. */
export const timeout = {
  name: 'timeout',
  run(exchange, next) {
    const { context, deadline, request } = exchange
    return context.limits.within(deadline, request, (limited) => {
      exchange.request = limited
      return next()
    })
  },
} satisfies Stage
