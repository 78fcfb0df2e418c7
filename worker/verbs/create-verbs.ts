import { apply } from './apply.ts'
import { create } from './create.ts'
import { deleteCollection } from './delete-collection.ts'
import { deleteOne } from './delete.ts'
import type { Environment } from './environment.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { patch } from './patch.ts'
import { update } from './update.ts'
import type { Caller, Target, Verbs } from './verbs.ts'
import { watch } from './watch.ts'

/** All verbs over one cluster's store. */
export function createVerbs(environment: Environment): Verbs {
  return announcing({
    get: (target, _caller, options) => get(environment, target, options),
    list: (target, _caller, options) => list(environment, target, options),
    watch: (target, caller, options, watcher) => watch(environment, target, caller, options, watcher),
    create: (target, caller, body, options) => create(environment, target, caller, body, options),
    update: (target, caller, body, options) => update(environment, target, caller, body, options),
    patch: (target, caller, type, document, decode, options) =>
      patch(environment, target, caller, { type, document, decode }, options),
    apply: (target, caller, body, options) => apply(environment, target, caller, body, options),
    delete: (target, caller, options) => deleteOne(environment, target, caller, options),
    deleteCollection: (target, caller, selected, options) =>
      deleteCollection(environment, target, caller, selected, options),
  })
}

/** Every request to a deprecated version is answered with a warning. */
function announcing(verbs: Verbs): Verbs {
  const announced =
    <Rest extends unknown[], Answer>(verb: (target: Target, caller: Caller, ...rest: Rest) => Answer) =>
    (target: Target, caller: Caller, ...rest: Rest): Answer => {
      if (target.version.deprecation !== undefined) caller.warn(target.version.deprecation)
      return verb(target, caller, ...rest)
    }
  return {
    get: announced(verbs.get),
    list: announced(verbs.list),
    watch: announced(verbs.watch),
    create: announced(verbs.create),
    update: announced(verbs.update),
    patch: announced(verbs.patch),
    apply: announced(verbs.apply),
    delete: announced(verbs.delete),
    deleteCollection: announced(verbs.deleteCollection),
  }
}
