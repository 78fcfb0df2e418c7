import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import type { Catalog } from '../../resources/resource.ts'
import { configurationOf, serverItself } from '../../verbs/server-itself.ts'
import type { Target, Verbs, View } from '../../verbs/verbs.ts'
import type { GroupVersionResource } from './group-version-resource.ts'
import { isStorageUnavailable, Reflector, RETRY_MS, type ReflectorStore, viewKey } from './reflector.ts'

/**
 * The API as the server's own controllers use it, without informers and queues. Groups and field managers are templates of the
 * dialect. A method waits while storage is unavailable.
 */
export interface ServerClient {
  /** Calls the handler for each existing object, then for each change. After a relist it repeats objects. */
  watch(resource: GroupVersionResource, handler: WatchHandler): WatchHandle
  /** Creates the object in the namespace of its metadata. */
  create(resource: GroupVersionResource, object: ApiObject, fieldManager: string): Promise<void>
  /** Server-side apply with force. */
  apply(resource: GroupVersionResource, object: ApiObject, fieldManager: string): Promise<void>
  /** Server-side apply of `/status` with force. */
  applyStatus(resource: GroupVersionResource, object: ApiObject, fieldManager: string): Promise<void>
  /** Deletes the object of this uid; resolves even when it does not exist. */
  delete(resource: GroupVersionResource, object: ApiObject): Promise<void>
  /** A PUT. @throws StatusError Conflict when the stored object has another resourceVersion */
  update(resource: GroupVersionResource, object: ApiObject, fieldManager: string): Promise<void>
  /** A PUT of `/status`. @throws StatusError Conflict when the stored object has another resourceVersion */
  updateStatus(resource: GroupVersionResource, object: ApiObject, fieldManager: string): Promise<void>
}

export interface WatchHandler {
  upserted(object: ApiObject): Promise<void> | void
  deleted(object: ApiObject): void
}

export interface WatchHandle {
  /** Resolves when the handler has finished with every object that existed at the start. */
  readonly synced: Promise<void>
  stop(): void
}

interface ServerClientOptions {
  readonly verbs: Verbs
  readonly catalog: Catalog
  readonly dialect: Dialect
  readonly clock: Clock
  readonly report: (error: unknown) => void
}

/** A client whose requests the server itself makes. */
export function serverClient({ verbs, catalog, dialect, clock, report }: ServerClientOptions): ServerClient {
  const targetOf = (
    { group, version, resource }: GroupVersionResource,
    object?: ApiObject,
    subresourceName?: string,
  ): Target => {
    const found = catalog.find(dialect.spell(group), version, resource)
    if (found === undefined) throw new Error(`serve ${group}/${version} ${resource}: a controller needs it`)
    const subresource = subresourceName === undefined ? undefined : found.version.subresources.get(subresourceName)
    const { name = '', namespace = '' } = object?.metadata ?? {}
    return { ...found, subresource, namespace, name }
  }
  const optionsOf = (fieldManager: string) => ({ dryRun: false, fieldManager: dialect.spell(fieldManager) })
  return {
    watch: (resource, handler) =>
      watch(handler, (store) => new Reflector({ verbs, clock, report }, () => targetOf(resource), store)),
    async create(resource, object, fieldManager) {
      const options = optionsOf(fieldManager)
      await retried(clock, async () =>
        verbs.create({ ...targetOf(resource, object), name: '' }, serverItself, object, options),
      )
    },
    async apply(resource, object, fieldManager) {
      const options = { ...optionsOf(fieldManager), force: true }
      await retried(clock, async () =>
        verbs.apply(targetOf(resource, object), serverItself, configurationOf(object), options),
      )
    },
    async applyStatus(resource, object, fieldManager) {
      const options = { ...optionsOf(fieldManager), force: true }
      const target = targetOf(resource, object, 'status')
      await retried(clock, async () => verbs.apply(target, serverItself, configurationOf(object), options))
    },
    async delete(resource, object) {
      const { uid = '' } = object.metadata ?? {}
      const options = { dryRun: false, gracePeriodSeconds: 0, propagationPolicy: undefined, preconditions: { uid } }
      const raw = { gracePeriodSeconds: 0, preconditions: { uid } }
      await retried(clock, async () =>
        verbs.delete(targetOf(resource, object), serverItself, { ...options, raw }),
      ).catch((error: unknown) => {
        // The object is gone, or another object has its name.
        if (!wasRefused(error, 'NotFound') && !wasRefused(error, 'Conflict')) throw error
      })
    },
    async update(resource, object, fieldManager) {
      const target = targetOf(resource, object)
      await retried(clock, async () => verbs.update(target, serverItself, object, optionsOf(fieldManager)))
    },
    async updateStatus(resource, object, fieldManager) {
      const target = targetOf(resource, object, 'status')
      await retried(clock, async () => verbs.update(target, serverItself, object, optionsOf(fieldManager)))
    },
  }
}

/** Repeats a write while storage is unavailable; the write may take effect twice. */
async function retried(clock: Clock, write: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await write()
      return
    } catch (error) {
      if (!isStorageUnavailable(error)) throw error
      await new Promise<void>((resolve) => clock.after(RETRY_MS, resolve))
    }
  }
}

function watch(handler: WatchHandler, open: (store: ReflectorStore) => Reflector): WatchHandle {
  const initial: (Promise<void> | void)[] = []
  let isInitial = true
  const views = new Map<string, View>()
  const reflector = open({
    views: () => views.values(),
    upsert(view) {
      views.set(viewKey(view), view)
      const done = handler.upserted(view.object)
      if (isInitial) initial.push(done)
    },
    delete(view) {
      views.delete(viewKey(view))
      handler.deleted(view.object)
    },
  })
  const synced = reflector.synced.then(async () => {
    isInitial = false
    for (const done of initial.splice(0)) await done
  })
  return { synced, stop: () => reflector.stop() }
}
