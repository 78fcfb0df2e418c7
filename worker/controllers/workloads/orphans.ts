import type { ApiObject } from '../../api/object.ts'
import type { Informer } from '../client/informer.ts'
import { namespacedName } from '../client/namespaced-name.ts'
import { controllerOf } from '../object-parts.ts'

/** Returns the objects of a namespace that have no controller. */
type Orphans = (namespace: string) => Iterable<ApiObject>

const known = new WeakMap<Informer, Orphans>()

/** An index of the objects without a controller, so that an adopting owner does not scan all objects. */
export function orphansOf(informer: Informer): Orphans {
  let orphans = known.get(informer)
  if (orphans === undefined) known.set(informer, (orphans = followOrphans(informer)))
  return orphans
}

function followOrphans(informer: Informer): Orphans {
  const byNamespace = new Map<string, Set<string>>()
  const update = (object: ApiObject): void => {
    if (controllerOf(object) !== undefined) return remove(object)
    const { namespace, name } = namespacedName(object)
    const names = byNamespace.get(namespace)
    if (names === undefined) byNamespace.set(namespace, new Set([name]))
    else names.add(name)
  }
  const remove = (object: ApiObject): void => {
    const { namespace, name } = namespacedName(object)
    const names = byNamespace.get(namespace)
    if (names?.delete(name) === true && names.size === 0) byNamespace.delete(namespace)
  }
  informer.addEventHandler({ added: update, updated: update, deleted: remove })
  return function* (namespace) {
    for (const name of byNamespace.get(namespace) ?? []) {
      const object = informer.get({ namespace, name })
      if (object !== undefined) yield object
    }
  }
}
