import type { Stage } from '../exchange.ts'

/** Without priority and fairness: answers 429 when too many reads or writes are under way. */
export const inFlight = {
  name: 'in-flight',
  run: ({ context, info, user }, next) => context.limits.admit(info, user, next),
} satisfies Stage
