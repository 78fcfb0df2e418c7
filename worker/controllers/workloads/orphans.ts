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
  const spaces = new Map<string, Set<string>>()
  const note = (object: ApiObject): void => {
    if (controllerOf(object) !== undefined) return forget(object)
    const { namespace, name } = namespacedName(object)
    const names = spaces.get(namespace)
    if (names === undefined) spaces.set(namespace, new Set([name]))
    else names.add(name)
  }
  const forget = (object: ApiObject): void => {
    const { namespace, name } = namespacedName(object)
    const names = spaces.get(namespace)
    if (names?.delete(name) === true && names.size === 0) spaces.delete(namespace)
  }
  informer.addEventHandler({ added: note, updated: note, deleted: forget })
  return function* (namespace) {
    for (const name of spaces.get(namespace) ?? []) {
      const object = informer.get({ namespace, name })
      if (object !== undefined) yield object
    }
  }
}
