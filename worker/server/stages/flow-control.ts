import type { Stage } from '../exchange.ts'

/** Priority and fairness: makes the request wait for a seat of its priority level, or answers 429. */
export const flowControl = {
  name: 'flow-control',
  run(exchange, next) {
    const { context, info, user } = exchange
    const { flows } = context.cluster
    exchange.flow = flows.classify(info, user)
    return flows.admit(info, exchange.flow, next)
  },
} satisfies Stage
