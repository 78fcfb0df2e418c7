import type { Dice } from './dice.ts'

/** The callers of generated requests: an administrator, and a user who may edit one namespace. */
export const TOKENS = 'admin-token,admin,u-admin,"system:masters"\nmallory-token,mallory,u-mallory\n'
export const MALLORY = 'mallory'
/** The namespace that mallory edits. */
export const MALLORYS_NAMESPACE = 'one'

export const asAdmin = { authorization: 'Bearer admin-token' } as const
const asMallory = { authorization: 'Bearer mallory-token' } as const

/** The headers that identify a caller: mostly the administrator. */
export function callerOf(dice: Dice): Readonly<Record<string, string>> {
  if (dice.chance(0.85)) return asAdmin
  if (dice.chance(0.8)) return asMallory
  if (dice.chance(0.5)) return { ...asAdmin, 'impersonate-user': MALLORY }
  return dice.chance(0.5) ? { ...asMallory, 'impersonate-user': 'admin' } : {}
}

/**
 * Whether the request must not read or write outside `MALLORYS_NAMESPACE`: its user is mallory, mallory with an impersonation
 * that is forbidden, or anonymous.
 */
export const isMallory = (headers: Readonly<Record<string, string>>): boolean =>
  headers['authorization'] !== asAdmin.authorization || headers['impersonate-user'] === MALLORY

const subjects = [{ kind: 'User', name: MALLORY, apiGroup: 'rbac.authorization.k8s.io' }]
const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'edit' }

/** The objects that give mallory its permissions, by the collection that they are created in. */
export const GRANTS: readonly (readonly [collection: string, object: object])[] = [
  [
    `/apis/rbac.authorization.k8s.io/v1/namespaces/${MALLORYS_NAMESPACE}/rolebindings`,
    { metadata: { name: 'mallory' }, subjects, roleRef },
  ],
]
