/** The modes that read the store, in one file of the build. A server that allows everything never loads that file. */
export { lazyNodeAuthorizer } from './node/lazy-node.ts'
export { paramGuards } from './param-guards.ts'
export { escalationGuards } from './rbac/escalation.ts'
export { openPolicy } from './rbac/policy.ts'
export { rbac } from './rbac/rbac.ts'
