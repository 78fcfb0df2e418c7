import type { Stage } from '../exchange.ts'

/** Reads how long the request may take, so that a malformed `timeout` is refused before authentication, as recorded. */
export const deadline = {
  name: 'deadline',
  run(exchange, next) {
    exchange.deadline = exchange.context.limits.deadline(exchange.info)
    return next()
  },
} satisfies Stage
