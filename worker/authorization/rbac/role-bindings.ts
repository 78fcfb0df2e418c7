import { quote } from '../../api/go-format.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import type { UserInfo } from '../../api/user.ts'
import { accountUsername } from '../../authentication/service-account-name.ts'
import { listAt, textAt } from '../../resources/path.ts'
import type { Key } from '../../store/store.ts'

/** The role of a binding. */
export interface RoleReference {
  readonly kind: string
  readonly name: string
}

interface Subject {
  /** The key in the index: `User alice`. */
  readonly id: string
  /** The form in reasons: `Group "dev"`. */
  readonly shown: string
}

export interface Binding {
  /** The namespace of the binding, or the empty string for a cluster binding. */
  readonly namespace: string
  readonly name: string
  readonly role: RoleReference
  readonly subjects: readonly Subject[]
}

/** The bindings of each subject. Every change updates the index, so that a request needs only a lookup. */
export class BindingIndex {
  readonly #bindings = new Map<string, Binding>()
  /** The bindings by their namespace, then by the id of each subject. */
  readonly #bySubject = new Map<string, Map<string, Set<Binding>>>()

  put(key: Key, object: ApiObject): void {
    this.remove(key)
    const binding = readBinding(key, object)
    this.#bindings.set(idOf(key), binding)
    const scope = this.#bySubject.get(key.namespace) ?? new Map<string, Set<Binding>>()
    this.#bySubject.set(key.namespace, scope)
    for (const { id } of binding.subjects) {
      const bindings = scope.get(id)
      if (bindings === undefined) scope.set(id, new Set([binding]))
      else bindings.add(binding)
    }
  }

  remove(key: Key): void {
    const binding = this.#bindings.get(idOf(key))
    if (binding === undefined) return
    this.#bindings.delete(idOf(key))
    const scope = this.#bySubject.get(key.namespace)
    for (const { id } of binding.subjects) {
      const bindings = scope?.get(id)
      bindings?.delete(binding)
      if (bindings?.size === 0) scope?.delete(id)
    }
    if (scope?.size === 0) this.#bySubject.delete(key.namespace)
  }

  /**
   * Whether `visit` returned true for a binding of the user. Calls `visit` with each binding, cluster bindings first, until it
   * returns true.
   */
  some(user: UserInfo, namespace: string, visit: (binding: Binding) => boolean): boolean {
    const ids = subjectIds(user)
    for (const place of namespace === '' ? [''] : ['', namespace]) {
      const scope = this.#bySubject.get(place)
      if (scope === undefined) continue
      for (const id of ids) {
        for (const binding of scope.get(id) ?? []) if (visit(binding)) return true
      }
    }
    return false
  }
}

const knownIds = new WeakMap<UserInfo, readonly string[]>()

/** The index keys of a user and its groups. */
function subjectIds(user: UserInfo): readonly string[] {
  let ids = knownIds.get(user)
  if (ids === undefined) {
    ids = [`User ${user.username}`, ...user.groups.map((group) => `Group ${group}`)]
    knownIds.set(user, ids)
  }
  return ids
}

const idOf = ({ namespace, name }: Key): string => `${namespace}/${name}`

function readBinding({ namespace, name }: Key, object: ApiObject): Binding {
  const role = { kind: textAt(object, 'roleRef.kind'), name: textAt(object, 'roleRef.name') }
  const subjects = listAt(object, 'subjects')
    .filter(isObject)
    .flatMap((subject) => {
      const [kind, own] = [textAt(subject, 'kind'), textAt(subject, 'name')]
      if (kind !== 'ServiceAccount') return [{ id: `${kind} ${own}`, shown: `${kind} ${quote(own)}` }]
      const place = textAt(subject, 'namespace') || namespace
      if (place === '') return []
      const username = accountUsername({ namespace: place, name: own })
      return [{ id: `User ${username}`, shown: `${kind} ${quote(`${own}/${place}`)}` }]
    })
  return { namespace, name, role, subjects }
}

/**
 * Describes a binding, such as `RoleBinding "b/ns" of Role "r" to User "alice"`. It names the first subject that matches the
 * user.
 */
export function describeBinding({ namespace, name, role, subjects }: Binding, user: UserInfo): string {
  const ids = subjectIds(user)
  const subject = subjects.find(({ id }) => ids.includes(id))
  const what = namespace === '' ? `ClusterRoleBinding ${quote(name)}` : `RoleBinding ${quote(`${name}/${namespace}`)}`
  return `${what} of ${role.kind} ${quote(role.name)} to ${subject?.shown ?? ''}`
}
