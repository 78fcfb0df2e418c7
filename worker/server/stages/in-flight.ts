import type { Stage } from '../exchange.ts'

/** Answers 429 when too many reads or writes are under way, in a server without priority and fairness. */
export const inFlight = {
  name: 'in-flight',
  run: ({ context, info, user }, next) => context.limits.admit(info, user, next),
} satisfies Stage
