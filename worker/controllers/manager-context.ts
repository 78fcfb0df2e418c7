import type { Verbs } from '../verbs/verbs.ts'
import { eventRecorder } from './client/event-recorder.ts'
import type { GroupVersionResource } from './client/group-version-resource.ts'
import { SharedInformer } from './client/informer.ts'
import { findTarget, objectClient } from './client/object-client.ts'
import { clientVerbs, type ClientRate } from './client/rate-limiter.ts'
import { Reflector } from './client/reflector.ts'
import { servedKinds } from './client/served-kinds.ts'
import { observedVerbs, type ControllerRecords } from './client/observed-verbs.ts'
import { RateLimitingQueue } from './client/work-queue.ts'
import { yieldingVerbs } from './client/yielding-verbs.ts'
import type { ControllerContext, ControllerDescriptor, ManagerContext } from './controller.ts'

export interface ManagerOptions
  extends ControllerContext, Pick<ManagerContext, 'rootCertificates' | 'accountTokens' | 'catalog'> {
  readonly verbs: Verbs
  /** Receives the requests and watches of controllers; by default, they are not recorded. */
  readonly records?: ControllerRecords | undefined
  /** The limit on the requests of each controller; by default, there is none. */
  readonly clientRate?: ClientRate | undefined
}

export interface OpenManagerContext extends ManagerContext {
  /** This context with a separate client, which has its own rate limit. */
  contextFor(descriptor: Pick<ControllerDescriptor, 'name' | 'clientRate' | 'wakeUp'>): ManagerContext
  /** Whether every informer has synced, and the queues of controllers with a wake-up are idle. */
  isAtRest(): boolean
  /** Ends every watch, timer and queue. */
  stop(): void
}

/** The name in the records of watches: all controllers of the manager share an informer for each resource. */
const SHARED_INFORMERS = 'shared-informers'

const CLUSTER_SCOPE = { namespace: '', name: '' }

export function openManagerContext({ verbs, ...options }: ManagerOptions): OpenManagerContext {
  const { clock, catalog, records } = options
  let isStopped = false
  // A stop of the server makes writes in progress fail; these failures are not reported.
  const report = (error: unknown): void => {
    if (!isStopped) options.report(error)
  }
  const observed = (base: Verbs, controller: string): Verbs => observedVerbs(base, { records, clock, controller })
  const informers = new InformerFactory({ ...options, verbs: observed(verbs, SHARED_INFORMERS), report })
  const queues: RateLimitingQueue[] = []
  /** The queues of controllers with a wake-up. */
  const wakeableQueues: RateLimitingQueue[] = []
  const shared = {
    ...options,
    report,
    requestInterval: options.clientRate === undefined ? 0 : 1000 / options.clientRate.qps,
    kinds: servedKinds(catalog),
    informer: (resource: GroupVersionResource) => informers.informer(resource),
    queue: ((sync, backoff) => {
      const queue = new RateLimitingQueue({ clock, sync, report, backoff, ready: () => informers.ready() })
      queues.push(queue)
      return queue
    }) satisfies ManagerContext['queue'],
  }
  const yielding = yieldingVerbs(verbs, clock)
  const contextFor: OpenManagerContext['contextFor'] = ({ name, clientRate, wakeUp }) => ({
    ...shared,
    ...(wakeUp && {
      queue(...given) {
        const queue = shared.queue(...given)
        wakeableQueues.push(queue)
        return queue
      },
    }),
    ...clients(clientVerbs(observed(yielding, name), clock, options.clientRate, clientRate), { ...options, report }),
  })
  return {
    ...contextFor({ name: 'controller-manager' }),
    contextFor,
    isAtRest: () => informers.ready() === undefined && wakeableQueues.every(({ isIdle }) => isIdle),
    stop() {
      isStopped = true
      for (const queue of queues) queue.stop()
      informers.stop()
    },
  }
}

function clients(
  verbs: Verbs,
  { catalog, dialect, clock, report }: Omit<ManagerOptions, 'verbs'>,
): Pick<ManagerContext, 'objects' | 'objectsAs' | 'recorder'> {
  const objectsAs = (user?: string) => objectClient({ verbs, catalog, dialect }, user)
  const objects = objectsAs()
  return {
    objects,
    objectsAs,
    recorder: (component, source) =>
      eventRecorder({
        component,
        host: source?.host,
        objects: source === undefined ? objects : objectsAs(source.user),
        clock,
        report,
      }),
  }
}

/** One informer for each resource, opened on demand and stopped when the cluster no longer serves the resource. */
class InformerFactory {
  readonly #options: ManagerOptions
  readonly #informers = new Map<
    string,
    { readonly resource: GroupVersionResource; readonly informer: SharedInformer }
  >()
  readonly #unsynced = new Set<Promise<void>>()
  readonly #unsubscribe: () => void

  constructor(options: ManagerOptions) {
    this.#options = options
    this.#unsubscribe = options.catalog.subscribe(() => this.#stopUnserved())
  }

  informer(resource: GroupVersionResource): SharedInformer {
    const key = `${this.#options.dialect.spell(resource.group)}/${resource.version}/${resource.resource}`
    let entry = this.#informers.get(key)
    if (entry === undefined) this.#informers.set(key, (entry = { resource, informer: this.#open(resource) }))
    return entry.informer
  }

  /** Waits until every informer has synced; undefined when all have already. */
  ready(): Promise<unknown> | undefined {
    return this.#unsynced.size === 0 ? undefined : Promise.all(this.#unsynced)
  }

  stop(): void {
    this.#unsubscribe()
    for (const { informer } of this.#informers.values()) informer.stop()
  }

  #open(resource: GroupVersionResource): SharedInformer {
    const options = this.#options
    const target = () => findTarget(options, resource, CLUSTER_SCOPE)
    const informer = new SharedInformer({ ...options, open: (store) => new Reflector(options, target, store) })
    const { synced } = informer
    this.#unsynced.add(synced)
    void synced.then(() => this.#unsynced.delete(synced))
    return informer
  }

  #stopUnserved(): void {
    for (const [key, { resource, informer }] of this.#informers) {
      if (findTarget(this.#options, resource, CLUSTER_SCOPE) !== undefined) continue
      this.#informers.delete(key)
      informer.stop()
    }
  }
}
