import type { ApiObject } from '../api/object.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Catalog } from '../resources/resource.ts'
import { OutcomeUnknown, StorageUnreachable } from '../store/store.ts'
import { serverItself } from '../verbs/server-itself.ts'
import type { Target, Verbs, Watcher } from '../verbs/verbs.ts'
import type { Client, Follower, Following, ResourceKind } from './controller.ts'

interface Served {
  readonly verbs: Verbs
  readonly catalog: Catalog
  readonly dialect: Dialect
  readonly clock: Clock
  readonly report: (error: unknown) => void
}

/** Any state will do to begin with: what is behind it follows. */
const EVERYTHING = {
  resourceVersion: '0',
  resourceVersionMatch: '',
  labelSelector: '',
  fieldSelector: '',
  allowWatchBookmarks: false,
  sendInitialEvents: undefined,
  timeoutSeconds: undefined,
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
    follow: (kind, follower) => new EndlessWatch(verbs, targetOf(kind), follower, report),
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
      if (!(error instanceof StorageUnreachable || error instanceof OutcomeUnknown)) throw error
      await new Promise<void>((resolve) => clock.after(RETRY_MS, resolve))
    }
  }
}

/** It begins anew where a watch ends. */
class EndlessWatch implements Following {
  readonly caughtUp: Promise<void>
  readonly #verbs: Verbs
  readonly #target: Target
  readonly #follower: Follower
  readonly #report: (error: unknown) => void
  readonly #over = new AbortController()
  readonly #known = new Map<string, ApiObject>()

  constructor(verbs: Verbs, target: Target, follower: Follower, report: (error: unknown) => void) {
    this.#verbs = verbs
    this.#target = target
    this.#follower = follower
    this.#report = report
    this.caughtUp = this.#begin()
  }

  /** Resolves when the follower is done with what is there. */
  async #begin(): Promise<void> {
    const first: (Promise<void> | void)[] = []
    const before = new Map(this.#known)
    let isFirst = true
    const watcher: Watcher = {
      event: (event) => {
        if (!('view' in event)) return
        const { object } = event.view
        const { namespace = '', name = '' } = object.metadata ?? {}
        const place = `${namespace}/${name}`
        before.delete(place)
        if (event.type === 'DELETED') return this.#gone(place, object)
        this.#known.set(place, object)
        const done = this.#follower.present(object)
        if (isFirst) first.push(done)
      },
      end: () => {
        if (!this.#over.signal.aborted) void this.#begin()
      },
    }
    const caller = { ...serverItself, signal: this.#over.signal }
    try {
      await this.#verbs.watch(this.#target, caller, EVERYTHING, watcher)
    } catch (error) {
      return this.#report(error)
    }
    isFirst = false
    // Between two watches.
    for (const [place, object] of before) this.#gone(place, object)
    for (const done of first) await done
  }

  #gone(place: string, object: ApiObject): void {
    this.#known.delete(place)
    this.#follower.gone(object)
  }

  stop(): void {
    this.#over.abort()
  }
}
