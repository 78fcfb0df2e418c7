import type { Int64 } from '../api/int64.ts'
import { lazy } from '../api/lazy.ts'
import { andThen, type Awaitable } from '../runtime/awaitable.ts'
import { create } from './create.ts'
import type { Environment } from './environment.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { update } from './update.ts'
import type { Caller, Target, Verbs } from './verbs.ts'
import { watch } from './watch.ts'
import type { WriteTarget } from './write.ts'

const loadApply = lazy(() => import('./apply.ts'))
const loadDelete = lazy(() => import('./delete.ts'))
const loadDeleteCollection = lazy(() => import('./delete-collection.ts'))
const loadPatch = lazy(() => import('./patch.ts'))
const loadConnect = lazy(() => import('./connect.ts'))

/** All verbs over the store of one cluster. Verbs that few requests use are loaded with the first of them. */
export function createVerbs(environment: Environment): Verbs {
  const { store, catalog } = environment

  /** Reads see every write that was durable when they started, unless the request accepts older data. */
  const read = <Answer>(
    target: Target,
    caller: Caller,
    options: ReadOptions,
    verb: () => Awaitable<Answer>,
  ): Awaitable<Answer> =>
    andThen(wantsNewest(options) ? store.catchUp?.() : undefined, () => {
      warnOfDeprecation(target, caller)
      return verb()
    })

  /** Writes are computed from reads of the newest data, and need the behaviour of the kind. */
  const write = async <Answer>(
    target: Target,
    caller: Caller,
    verb: (target: WriteTarget) => Awaitable<Answer>,
  ): Promise<Answer> => {
    if (store.catchUp !== undefined) await store.catchUp()
    warnOfDeprecation(target, caller)
    const resolving = catalog.resolve(target.resource)
    const resource = resolving instanceof Promise ? await resolving : resolving
    const { version, subresource, namespace, name } = target
    return verb({ resource, version, subresource, namespace, name })
  }

  return {
    get: (target, caller, options) => read(target, caller, options, () => get({ environment, target, options })),
    list: (target, caller, options) => read(target, caller, options, () => list({ environment, target, options })),
    watch: async (target, caller, options, watcher) =>
      read(target, caller, options, () => watch({ environment, target, caller, options }, watcher)),
    create: (served, caller, body, options) =>
      write(served, caller, (target) => create({ environment, target, caller, options }, body)),
    update: (served, caller, body, options) =>
      write(served, caller, (target) => update({ environment, target, caller, options }, body)),
    patch: (served, caller, request, options) =>
      write(served, caller, async (target) => {
        const { patch } = await loadPatch()
        return patch({ environment, target, caller, options }, request)
      }),
    apply: (served, caller, request, options) =>
      write(served, caller, async (target) => {
        const { apply } = await loadApply()
        return apply({ environment, target, caller, options }, request)
      }),
    delete: (served, caller, options) =>
      write(served, caller, async (target) => {
        const { deleteOne } = await loadDelete()
        return deleteOne({ environment, target, caller, options })
      }),
    deleteCollection: (served, caller, selected, options) =>
      write(served, caller, async (target) => {
        const { deleteCollection } = await loadDeleteCollection()
        return deleteCollection({ environment, target, caller, options }, selected)
      }),
    connect: (served, caller, options, how) =>
      write(served, caller, async (target) => {
        const { connect } = await loadConnect()
        return connect({ environment, target, caller, options }, how)
      }),
  }
}

interface ReadOptions {
  readonly resourceVersion: string
  readonly resourceVersionMatch?: string
  readonly isExact?: boolean
  readonly limit?: Int64
  readonly continue?: string
}

/** Whether a read requires the newest data, or a revision that another server of the storage may have written. */
const wantsNewest = ({
  resourceVersion,
  resourceVersionMatch,
  isExact = resourceVersionMatch === 'Exact',
  limit = 0,
  continue: token = '',
}: ReadOptions): boolean =>
  resourceVersion === '' || token !== '' || (resourceVersion !== '0' && (limit > 0 || isExact))

/** Every answer of a deprecated version has a warning (reference/observability.md 7). */
function warnOfDeprecation({ version }: Target, caller: Caller): void {
  if (version.deprecation !== undefined) caller.warn(version.deprecation)
}
