import { lazy } from '../api/lazy.ts'
import type { LoadedPart } from '../resources/resource.ts'
import { andThen, type Awaitable } from '../runtime/awaitable.ts'
import { apply } from './apply.ts'
import { create } from './create.ts'
import { deleteCollection } from './delete-collection.ts'
import { deleteOne } from './delete.ts'
import type { Environment } from './environment.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { update } from './update.ts'
import type { Caller, Target, Verbs } from './verbs.ts'
import { watch } from './watch.ts'

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
      const { fieldSelector = '' } = options
      return fieldSelector === '' ? verb() : andThen(catalog.load(target.resource, 'kind'), verb)
    })

  /** Writes are computed from reads of the newest data, and need the rules of the kind. */
  const write = async <Answer>(
    target: Target,
    caller: Caller,
    needed: LoadedPart | undefined,
    verb: () => Promise<Answer>,
  ): Promise<Answer> => {
    if (store.catchUp !== undefined) await store.catchUp()
    warnOfDeprecation(target, caller)
    const loading = needed && catalog.load(target.resource, needed)
    if (loading !== undefined) await loading
    return verb()
  }

  return {
    get: (target, caller, options) => read(target, caller, options, () => get({ environment, target, options })),
    list: (target, caller, options) => read(target, caller, options, () => list({ environment, target, options })),
    watch: async (target, caller, options, watcher) =>
      read(target, caller, options, () => watch({ environment, target, caller, options }, watcher)),
    create: (target, caller, body, options) =>
      write(target, caller, 'rules', () => create({ environment, target, caller, options }, body)),
    update: (target, caller, body, options) =>
      write(target, caller, 'rules', () => update({ environment, target, caller, options }, body)),
    patch: (target, caller, request, options) =>
      write(target, caller, 'rules', async () => {
        const { patch } = await loadPatch()
        return patch({ environment, target, caller, options }, request)
      }),
    apply: (target, caller, request, options) =>
      write(target, caller, 'rules', () => apply({ environment, target, caller, options }, request)),
    delete: (target, caller, options) =>
      write(target, caller, 'kind', () => deleteOne({ environment, target, caller, options })),
    deleteCollection: (target, caller, selected, options) =>
      write(target, caller, 'kind', () => deleteCollection({ environment, target, caller, options }, selected)),
    connect: (target, caller, options, how) =>
      write(target, caller, undefined, async () => {
        const { connect } = await loadConnect()
        return connect({ environment, target, caller, options }, how)
      }),
  }
}

interface ReadOptions {
  readonly resourceVersion: string
  readonly resourceVersionMatch?: string
  readonly fieldSelector?: string
  readonly limit?: number
  readonly continue?: string
}

/** Whether a read requires the newest data, or a revision that another server of the storage may have written. */
const wantsNewest = ({
  resourceVersion,
  resourceVersionMatch,
  limit = 0,
  continue: token = '',
}: ReadOptions): boolean =>
  resourceVersion === '' || token !== '' || (resourceVersion !== '0' && (limit > 0 || resourceVersionMatch === 'Exact'))

/** Every answer of a deprecated version has a warning (reference/observability.md 7). */
function warnOfDeprecation({ version }: Target, caller: Caller): void {
  if (version.deprecation !== undefined) caller.warn(version.deprecation)
}
