import { parseGroupVersion } from '../api/group-version.ts'
import type { Catalog, Resource } from '../resources/resource.ts'
import type { Verbs } from '../verbs/verbs.ts'
import { calmVerbs } from './calm-verbs.ts'
import type { ControllerContext, ManagerContext, Objects, ResourceKind, ServedKind, ServedKinds } from './controller.ts'
import { EndlessWatch } from './endless-watch.ts'
import { eventRecorder } from './event-recorder.ts'
import { SharedInformer } from './informer.ts'
import { findTarget, managerObjects } from './objects.ts'
import { KeyQueue } from './work-queue.ts'

/** What a context is made of. */
export interface ManagerSurroundings
  extends ControllerContext, Pick<ManagerContext, 'rootCertificates' | 'accountTokens'> {
  readonly verbs: Verbs
  readonly catalog: Catalog
}

export interface OpenManagerContext extends ManagerContext {
  /** Ends every watch, timer and queue. */
  stop(): void
}

const EVERYWHERE = { namespace: '', name: '' }

export function openManagerContext({ verbs, catalog, ...surroundings }: ManagerSurroundings): OpenManagerContext {
  const { clock, dialect } = surroundings
  let isStopped = false
  // What fails because the server ends is nobody's defect.
  const report = (error: unknown): void => {
    if (!isStopped) surroundings.report(error)
  }
  const calm = calmVerbs(verbs, clock)
  const objectsAs = (writer?: string): Objects => managerObjects({ verbs: calm, catalog, dialect }, writer)
  const objects = objectsAs()
  const informers = new Map<string, { readonly kind: ResourceKind; readonly informer: SharedInformer }>()
  const queues: KeyQueue[] = []
  const unsynced = new Set<Promise<void>>()

  function openInformer(kind: ResourceKind): SharedInformer {
    const informer = new SharedInformer({
      open: (listener) =>
        new EndlessWatch({ verbs, clock, report }, () => findTarget({ catalog, dialect }, kind, EVERYWHERE), listener),
      clock,
      report,
    })
    const { synced } = informer
    unsynced.add(synced)
    void synced.then(() => unsynced.delete(synced))
    return informer
  }

  const unfollow = catalog.follow(() => {
    for (const [key, { kind, informer }] of informers) {
      if (findTarget({ catalog, dialect }, kind, EVERYWHERE) !== undefined) continue
      informers.delete(key)
      informer.stop()
    }
  })

  return {
    ...surroundings,
    report,
    objects,
    objectsAs,
    kinds: servedKinds(catalog),
    catalog,
    informer(kind) {
      const key = `${dialect.spell(kind.group)}/${kind.version}/${kind.resource}`
      let known = informers.get(key)
      if (known === undefined) informers.set(key, (known = { kind, informer: openInformer(kind) }))
      return known.informer
    },
    queue(sync, retries) {
      const queue = new KeyQueue({
        clock,
        sync,
        report,
        retries,
        ready: () => (unsynced.size === 0 ? undefined : Promise.all(unsynced)),
      })
      queues.push(queue)
      return queue
    },
    recorder: (component, speaker) =>
      eventRecorder(
        { component, host: speaker?.host },
        { objects: speaker === undefined ? objects : objectsAs(speaker.writer), clock, report },
      ),
    stop() {
      isStopped = true
      unfollow()
      for (const queue of queues) queue.stop()
      for (const { informer } of informers.values()) informer.stop()
    },
  }
}

function servedKinds(catalog: Catalog): ServedKinds {
  let known: { readonly generation: number; readonly kinds: readonly ServedKind[] } | undefined
  return {
    all() {
      const { generation } = catalog
      if (known?.generation !== generation) known = { generation, kinds: catalog.all().flatMap(preferred) }
      return known.kinds
    },
    find(apiVersion, kind) {
      const groupVersion = parseGroupVersion(apiVersion)
      const found = groupVersion && catalog.byKind({ ...groupVersion, kind })
      return found && servedKind(found.resource, found.version)
    },
    follow: (listener) => catalog.follow(listener),
  }
}

function preferred(resource: Resource): readonly ServedKind[] {
  const [version] = resource.versions
  return version === undefined ? [] : [servedKind(resource, version)]
}

const servedKind = (
  { group, name, kind, namespaced }: Resource,
  { version, verbs, subresources }: Resource['versions'][number],
): ServedKind => ({
  group,
  version,
  resource: name,
  kind,
  namespaced,
  verbs,
  isScalable: subresources.has('scale'),
})
