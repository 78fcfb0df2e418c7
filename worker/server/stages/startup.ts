import { startFailure } from '../../http/refusal.ts'
import type { Stage } from '../exchange.ts'

/** Starts the cluster with the first request, and makes requests wait until it has started. */
export const startup = {
  name: 'startup',
  run({ context: { lifecycle, report } }, next) {
    if (lifecycle.isStarted) return next()
    return lifecycle.start().then(next, (error: unknown) => {
      throw startFailure(error, report)
    })
  },
} satisfies Stage
