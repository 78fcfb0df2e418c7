import { apply } from './apply.ts'
import { connect } from './connect.ts'
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
  return {
    get: announced((target, _caller, options) => get(environment, target, options)),
    list: announced((target, _caller, options) => list(environment, target, options)),
    watch: announced((target, caller, options, watcher) => watch(environment, target, caller, options, watcher)),
    create: announced((target, caller, body, options) => create(environment, target, caller, body, options)),
    update: announced((target, caller, body, options) => update(environment, target, caller, body, options)),
    patch: announced((target, caller, type, document, decode, options) =>
      patch(environment, target, caller, { type, document, decode }, options),
    ),
    apply: announced((target, caller, body, options) => apply(environment, target, caller, body, options)),
    delete: announced((target, caller, options) => deleteOne(environment, target, caller, options)),
    deleteCollection: announced((target, caller, selected, options) =>
      deleteCollection(environment, target, caller, selected, options),
    ),
    connect: announced((target, caller, options, how) => connect(environment, target, caller, options, how)),
  }
}

type Verb<Rest extends unknown[], Answer> = (target: Target, caller: Caller, ...rest: Rest) => Answer

/** Every request to a deprecated version is answered with a warning (SPEC: Events, 4). */
function announced<Rest extends unknown[], Answer>(verb: Verb<Rest, Answer>): Verb<Rest, Answer> {
  return (target, caller, ...rest) => {
    if (target.version.deprecation !== undefined) caller.warn(target.version.deprecation)
    return verb(target, caller, ...rest)
  }
}
