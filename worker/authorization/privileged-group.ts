import type { Authorizer, Decision } from './authorizer.ts'
import { NO_OPINION, NO_RULES } from './authorizer.ts'

/** Whose members may do anything, whatever the modes say: nobody can lock a cluster's owner out. */
export const PRIVILEGED_GROUP = 'system:masters'

const allowed: Decision = { effect: 'allow', reason: '', because: `member of ${PRIVILEGED_GROUP}` }

/** Asked before every configured mode. */
export const privilegedGroup = {
  name: PRIVILEGED_GROUP,
  authorize: ({ user }) => (user.groups.includes(PRIVILEGED_GROUP) ? allowed : NO_OPINION),
  rules: () => NO_RULES,
} satisfies Authorizer
