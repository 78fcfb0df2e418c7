import type { ApiObject } from '../api/object.ts'
import { wasRefused } from '../api/status.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Catalog } from '../resources/resource.ts'
import { serverItself } from '../verbs/server-itself.ts'
import type { Target, Verbs, View } from '../verbs/verbs.ts'
import type { Client, Follower, Following, ResourceKind } from './controller.ts'
import { EndlessWatch, isAway, placeText, type EndlessListener } from './endless-watch.ts'

interface Served {
  readonly verbs: Verbs
  readonly catalog: Catalog
  readonly dialect: Dialect
  readonly clock: Clock
  readonly report: (error: unknown) => void
}

/** The client of a controller that lives in the server and acts in its name. */
export function serverClient({ verbs, catalog, dialect, clock, report }: Served): Client {
  const targetOf = ({ group, version, resource }: ResourceKind, object?: ApiObject, part?: string): Target => {
    const found = catalog.find(dialect.spell(group), version, resource)
    if (found === undefined) throw new Error(`serve ${group}/${version} ${resource}: a controller works with it`)
    const subresource = part === undefined ? undefined : found.version.subresources.get(part)
    const { name = '', namespace = '' } = object?.metadata ?? {}
    return { ...found, subresource, namespace, name }
  }
  return {
    follow: (kind, follower) =>
      follow(follower, (listener) => new EndlessWatch({ verbs, clock, report }, () => targetOf(kind), listener)),
    async create(kind, object, fieldManager) {
      const options = { dryRun: false, fieldManager: dialect.spell(fieldManager) }
      await insist(clock, async () =>
        verbs.create({ ...targetOf(kind, object), name: '' }, serverItself, object, options),
      )
    },
    async apply(kind, object, fieldManager) {
      const options = { dryRun: false, fieldManager, force: true }
      await insist(clock, async () =>
        verbs.apply(targetOf(kind, object), serverItself, { read: () => object }, options),
      )
    },
    async applyStatus(kind, object, fieldManager) {
      const options = { dryRun: false, fieldManager, force: true }
      const target = targetOf(kind, object, 'status')
      await insist(clock, async () => verbs.apply(target, serverItself, { read: () => object }, options))
    },
    async delete(kind, object) {
      const { uid = '' } = object.metadata ?? {}
      const options = { dryRun: false, gracePeriodSeconds: 0, propagationPolicy: undefined, preconditions: { uid } }
      const raw = { gracePeriodSeconds: 0, preconditions: { uid } }
      await insist(clock, async () => verbs.delete(targetOf(kind, object), serverItself, { ...options, raw })).catch(
        (error: unknown) => {
          // Gone, or another of its name.
          if (!wasRefused(error, 'NotFound') && !wasRefused(error, 'Conflict')) throw error
        },
      )
    },
    async updateStatus(kind, object, fieldManager) {
      const target = targetOf(kind, object, 'status')
      await insist(clock, async () => verbs.update(target, serverItself, object, { dryRun: false, fieldManager }))
    },
  }
}

const RETRY_MS = 1000

/** Storage elsewhere that is away comes back. What a controller writes may be written twice. */
async function insist(clock: Clock, write: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await write()
      return
    } catch (error) {
      if (!isAway(error)) throw error
      await new Promise<void>((resolve) => clock.after(RETRY_MS, resolve))
    }
  }
}

/** What the follower does with what is there to begin with is part of catching up. */
function follow(follower: Follower, open: (listener: EndlessListener) => EndlessWatch): Following {
  const first: (Promise<void> | void)[] = []
  let isFirst = true
  const known = new Map<string, View>()
  const watch = open({
    known: () => known.values(),
    put(view) {
      known.set(placeText(view), view)
      const done = follower.present(view.object)
      if (isFirst) first.push(done)
    },
    gone(view) {
      known.delete(placeText(view))
      follower.gone(view.object)
    },
  })
  const caughtUp = watch.synced.then(async () => {
    isFirst = false
    for (const done of first.splice(0)) await done
  })
  return { caughtUp, stop: () => watch.stop() }
}
