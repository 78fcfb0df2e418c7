import type { Authorizer, Decision } from './authorizer.ts'
import { NO_OPINION, NO_RULES } from './authorizer.ts'

/** The group whose members have every permission, regardless of the modes, so that a cluster's owner cannot be locked out. */
export const PRIVILEGED_GROUP = 'system:masters'

const allowed: Decision = { effect: 'allow', reason: '', because: `member of ${PRIVILEGED_GROUP}` }

/** Allows every request of the privileged group. Called before every configured mode. */
export const privilegedGroup = {
  name: PRIVILEGED_GROUP,
  authorize: ({ user }) => (user.groups.includes(PRIVILEGED_GROUP) ? allowed : NO_OPINION),
  rules: () => NO_RULES,
} satisfies Authorizer
