import type { Authorizer } from './authorizer.ts'
import { NO_RULES } from './authorizer.ts'

/** The authorizer `--authorization-mode=AlwaysDeny`, for tests. */
export const alwaysDeny = {
  name: 'AlwaysDeny',
  authorize: () => ({ effect: 'no-opinion', reason: 'Everything is forbidden.' }),
  rules: () => NO_RULES,
} satisfies Authorizer
