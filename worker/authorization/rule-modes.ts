/** The modes that read the store, in one file of the build: a server that allows everything never loads it. */
export { lazyNodeAuthorizer } from './node/lazy-node.ts'
export { paramGuards } from './param-guards.ts'
export { escalationGuards } from './rbac/escalation.ts'
export { openPolicy } from './rbac/policy.ts'
export { rbac } from './rbac/rbac.ts'
