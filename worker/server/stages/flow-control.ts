import type { Classified } from '../../http/flow-control/flow-control.ts'
import type { Stage } from '../exchange.ts'

const describe = ({ schema, level }: Classified): object => ({ flowSchema: schema, priorityLevel: level.name })

/** Priority and fairness: makes the request wait for a seat of its priority level, or answers 429. */
export const flowControl = {
  name: 'flow-control',
  run(exchange, next) {
    const { context, info, user, trace } = exchange
    const { flows } = context.cluster
    const flow = flows.classify(info, user)
    exchange.flow = flow
    return flows.admit(info, flow, () => {
      if (flow !== undefined) trace.stage('flow', 'has a seat', () => describe(flow))
      return next()
    })
  },
} satisfies Stage
