import type { UserInfo } from '../../api/user.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import type { Store } from '../../store/store.ts'
import type { PolicyRule } from '../authorizer.ts'
import { followObjects } from '../followed-objects.ts'
import { readRules } from './policy-rules.ts'
import { BindingIndex, type Binding, type RoleReference } from './role-bindings.ts'

/** The stored roles and bindings. */
export interface RbacPolicy {
  /** The rules of a role; undefined when it does not exist. `namespace` is the namespace of the reference. */
  roleRules(role: RoleReference, namespace: string): readonly PolicyRule[] | undefined
  /**
   * Whether `visit` returned true for a binding of a user in a namespace. Calls `visit` with each binding and the rules of its
   * role. An empty namespace means only cluster bindings; the rules are undefined when the role does not exist. Stops when
   * `visit` returns true.
   */
  some(
    user: UserInfo,
    namespace: string,
    visit: (rules: readonly PolicyRule[] | undefined, binding: Binding) => boolean,
  ): boolean
}

/** Reads the roles at the first check. A privileged user needs no role, so a cluster with no other user never reads them. */
export function openPolicy(store: Store, dialect: Dialect): RbacPolicy {
  let policy: RbacPolicy | undefined
  const opened = (): RbacPolicy => (policy ??= followPolicy(store, dialect))
  return {
    roleRules: (role, namespace) => opened().roleRules(role, namespace),
    some: (user, namespace, visit) => opened().some(user, namespace, visit),
  }
}

/** Reads rules once for each change, and indexes bindings by their subjects. */
function followPolicy(store: Store, { spell }: Dialect): RbacPolicy {
  const roles = new Map<string, readonly PolicyRule[]>()
  const bindings = new BindingIndex()
  const group = spell('rbac.authorization.{domain}')
  for (const resource of ['clusterroles', 'roles']) {
    followObjects(store, `${group}/${resource}`, {
      put: ({ namespace, name }, object) => void roles.set(`${namespace}/${name}`, readRules(object['rules'])),
      remove: ({ namespace, name }) => void roles.delete(`${namespace}/${name}`),
    })
  }
  for (const resource of ['clusterrolebindings', 'rolebindings']) {
    followObjects(store, `${group}/${resource}`, {
      put: (key, object) => bindings.put(key, object),
      remove: (key) => bindings.remove(key),
    })
  }
  const roleRules = ({ kind, name }: RoleReference, namespace: string): readonly PolicyRule[] | undefined =>
    roles.get(kind === 'ClusterRole' ? `/${name}` : `${namespace}/${name}`)
  return {
    roleRules,
    some: (user, namespace, visit) =>
      bindings.some(user, namespace, (binding) => visit(roleRules(binding.role, binding.namespace), binding)),
  }
}
