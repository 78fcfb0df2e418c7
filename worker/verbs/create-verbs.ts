import { part } from '../api/part.ts'
import { andThen, type Awaitable } from '../runtime/awaitable.ts'
import { apply } from './apply.ts'
import { create } from './create.ts'
import { deleteCollection } from './delete-collection.ts'
import { deleteOne } from './delete.ts'
import type { Environment } from './environment.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { update } from './update.ts'
import type { Caller, Target, Verbs, Watcher, WatchOptions } from './verbs.ts'
import { watch } from './watch.ts'

const patching = part(() => import('./patch.ts'))
const connecting = part(() => import('./connect.ts'))

/** All verbs over one cluster's store. Those that few requests use are parts of their own. */
export function createVerbs(environment: Environment): Verbs {
  const watching = announced<[WatchOptions, Watcher], () => void>((target, caller, options, watcher) =>
    andThen(selectable(target, options), () => watch(environment, target, caller, options, watcher)),
  )
  return upToDate(environment, {
    get: announced((target, _caller, options) => get(environment, target, options)),
    list: announced((target, _caller, options) =>
      andThen(selectable(target, options), () => list(environment, target, options)),
    ),
    watch: async (...request) => watching(...request),
    create: announced(equipped((target, caller, body, options) => create(environment, target, caller, body, options))),
    update: announced(equipped((target, caller, body, options) => update(environment, target, caller, body, options))),
    patch: announced(
      equipped((target, caller, given, options) =>
        andThen(patching(), ({ patch }) => patch(environment, target, caller, given, options)),
      ),
    ),
    apply: announced(equipped((target, caller, given, options) => apply(environment, target, caller, given, options))),
    delete: announced(ruled((target, caller, options) => deleteOne(environment, target, caller, options))),
    deleteCollection: announced(
      ruled((target, caller, selected, options) => deleteCollection(environment, target, caller, selected, options)),
    ),
    connect: announced(async (target, caller, options, how) => {
      const { connect } = await connecting()
      return connect(environment, target, caller, options, how)
    }),
  })
}

/**
 * Where others write to the storage too, a request sees what they had written when it came: reads that want the most
 * recent, and everything that writes, because it computes from what it reads (reference/verbs.md 1).
 */
function upToDate({ store: { catchUp } }: Environment, verbs: Verbs): Verbs {
  if (catchUp === undefined) return verbs
  const always = <Request extends unknown[], Answer>(verb: (...request: Request) => Awaitable<Answer>) =>
    (async (...request: Request) => {
      await catchUp()
      return verb(...request)
    }) satisfies typeof verb
  const wanting = (options: Versioned): Promise<void> | undefined => (wantsNewest(options) ? catchUp() : undefined)
  return {
    get: (target, caller, options) => andThen(wanting(options), () => verbs.get(target, caller, options)),
    list: (target, caller, options) => andThen(wanting(options), () => verbs.list(target, caller, options)),
    watch: async (target, caller, options, watcher) => {
      await wanting(options)
      return verbs.watch(target, caller, options, watcher)
    },
    create: always(verbs.create),
    update: always(verbs.update),
    patch: always(verbs.patch),
    apply: always(verbs.apply),
    delete: always(verbs.delete),
    deleteCollection: always(verbs.deleteCollection),
    connect: always(verbs.connect),
  }
}

interface Versioned {
  readonly resourceVersion: string
  readonly resourceVersionMatch?: string
  readonly limit?: number
  readonly continue?: string
}

/** The most recent, or one revision, which may be one that others have reached already. */
const wantsNewest = ({ resourceVersion, resourceVersionMatch, limit = 0, continue: token = '' }: Versioned): boolean =>
  resourceVersion === '' || token !== '' || (resourceVersion !== '0' && (limit > 0 || resourceVersionMatch === 'Exact'))

type Verb<Rest extends unknown[], Answer> = (target: Target, caller: Caller, ...rest: Rest) => Awaitable<Answer>

/** Every request to a deprecated version is answered with a warning (reference/observability.md 7). */
function announced<Rest extends unknown[], Answer>(verb: Verb<Rest, Answer>): Verb<Rest, Answer> {
  return (target, caller, ...rest) => {
    if (target.version.deprecation !== undefined) caller.warn(target.version.deprecation)
    return verb(target, caller, ...rest)
  }
}

/** What needs the kind's own file waits until that is there. Most reads do not need it. */
function ruled<Rest extends unknown[], Answer>(verb: Verb<Rest, Answer>): Verb<Rest, Answer> {
  return (target, caller, ...rest) => andThen(target.resource.arriving?.(), () => verb(target, caller, ...rest))
}

/** What a kind's objects can be selected by, beyond their metadata, it says itself. */
const selectable = ({ resource }: Target, { fieldSelector }: { readonly fieldSelector: string }) =>
  fieldSelector === '' ? undefined : resource.arriving?.()

/** Some kinds have rules that only their writes need, and that are loaded for the first of them. */
const equipped = <Rest extends unknown[], Answer>(verb: Verb<Rest, Answer>): Verb<Rest, Answer> =>
  ruled((target, caller, ...rest) => andThen(target.resource.behaviour.load?.(), () => verb(target, caller, ...rest)))
