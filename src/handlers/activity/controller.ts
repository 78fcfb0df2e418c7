import { exactJson } from '../../../worker/api/exact-json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { errorMessage } from '../../client/api-error.ts'
import type { Informer } from '../../client/informer.ts'
import { startInformer } from '../../client/informer.ts'
import type { ObjectList } from '../../client/list-items.ts'
import { listItems } from '../../client/list-items.ts'
import type { ObjectRef } from '../../client/object-ref.ts'
import { resourcePath } from '../../client/resource-path.ts'
import { accountConnection } from './account-connection.ts'
import type { Activity, ActivityContext, Outcome } from './activity.ts'
import { ClusterRequests, collectionOf } from './cluster-requests.ts'
import { holdLease } from './lease.ts'
import { WorkQueue } from './work-queue.ts'

/** Milliseconds until a call of `reconcile` is abandoned. */
const RECONCILE_MS = 30_000

/** Watches the collections of a controller and calls its `reconcile` for each changed object. */
export function controllerActivity(context: ActivityContext): Activity {
  const { watch = '', serviceAccount = '', owns = [], lease } = context.sandbox.facts
  const controller = new Controller(context, accountConnection(context.cluster, serviceAccount))
  controller.start(watch, owns)
  if (lease !== undefined) controller.elect(lease)
  return {
    summary: `controller of ${watch}`,
    request: (request) => controller.requests.send(request),
    stop: () => controller.stop(),
  }
}

const keyOf = ({ metadata }: ApiObject): string => `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`

class Controller {
  readonly requests: ClusterRequests
  readonly #context: ActivityContext
  readonly #connection: ActivityContext['cluster']
  readonly #objects = new Map<string, ApiObject>()
  readonly #informers: Informer[] = []
  readonly #queue = new WorkQueue({
    process: (key) => this.#reconcile(key),
    after(ms, task) {
      const timer = setTimeout(task, ms)
      return () => clearTimeout(timer)
    },
  })
  #isStopped = false
  #stopElection: () => unknown = () => undefined

  constructor(context: ActivityContext, connection: ActivityContext['cluster']) {
    this.#context = context
    this.#connection = connection
    this.requests = new ClusterRequests(connection, context.cluster, context.manager)
  }

  start(watch: string, owns: readonly string[]): void {
    const primary = collectionOf(watch)
    this.#follow(primary, {
      objects: this.#objects,
      changed: (object) => this.#queue.add(keyOf(object)),
    })
    if (owns.length > 0) void this.#followChildren(primary, owns)
  }

  /** Reconciles only while this controller holds the lease. */
  elect(lease: string): void {
    const { timing, manager, report } = this.#context
    this.#queue.pause()
    this.#stopElection = holdLease({
      connection: this.#connection,
      lease,
      identity: `${manager}_${Math.floor(timing.random() * 2 ** 48).toString(36)}`,
      sleep: timing.sleep,
      report: (line) => report.write(line),
      changed: (holds) => {
        report.write(holds ? `holds the lease ${lease}` : `waits for the lease ${lease}`)
        if (!holds) return this.#queue.pause()
        for (const key of this.#objects.keys()) this.#queue.add(key)
        this.#queue.resume()
      },
    })
  }

  stop(): void {
    this.#isStopped = true
    this.#stopElection()
    this.#queue.stop()
    for (const informer of this.#informers) informer.stop()
  }

  async #followChildren(primary: Pick<ObjectRef, 'group' | 'resource'>, owns: readonly string[]): Promise<void> {
    const kind = await this.requests.kindOf(primary).catch(() => undefined)
    for (const child of owns)
      this.#follow(collectionOf(child), {
        objects: new Map(),
        changed: ({ metadata }) => {
          const owner = metadata?.ownerReferences?.find(({ controller }) => controller === true)
          if (owner?.kind !== kind) return
          for (const namespace of [metadata?.namespace ?? '', '']) {
            const key = `${namespace}/${owner?.name ?? ''}`
            if (this.#objects.has(key)) return this.#queue.add(key)
          }
        },
      })
  }

  #follow(
    collection: Pick<ObjectRef, 'group' | 'version' | 'resource'>,
    { objects, changed }: { readonly objects: Map<string, ApiObject>; changed(object: ApiObject): void },
  ): void {
    if (this.#isStopped) return
    const { write } = this.#context.report
    let listed = new Map<string, ApiObject>()
    const take = (object: ApiObject): void => {
      const key = keyOf(object)
      const before = objects.get(key)
      objects.set(key, object)
      if (before?.metadata?.resourceVersion !== object.metadata?.resourceVersion) changed(object)
    }
    const informer = startInformer<ObjectList<ApiObject>, ApiObject>(
      {
        fetch: (path, init) => this.#connection.fetch(path, init),
        path: resourcePath({ ...collection, namespace: '', name: '' }),
        accept: 'application/json',
        ...this.#context.timing,
      },
      {
        page(list, { first, last }) {
          if (first) listed = new Map()
          for (const object of listItems(list)) listed.set(keyOf(object), object)
          if (!last) return
          for (const [key, object] of objects)
            if (!listed.has(key)) {
              objects.delete(key)
              changed(object)
            }
          for (const object of listed.values()) take(object)
        },
        apply(events) {
          for (const { type, object } of events) {
            if (type !== 'DELETED') take(object)
            else {
              objects.delete(keyOf(object))
              changed(object)
            }
          }
        },
        phase: (_, error) => error && write.call(this.#context.report, `watch: ${error.message}`),
      },
    )
    this.#informers.push(informer)
  }

  async #reconcile(key: string): Promise<number | undefined> {
    const [namespace = '', name = ''] = key.split('/')
    const object = this.#objects.get(key)
    const { sandbox, report } = this.#context
    const call = { kind: 'reconcile', request: { namespace, name, object } } as const
    const title = `reconcile ${namespace === '' ? name : key}`
    const { result, error } = await report.recorded(title, exactJson(object) ?? '', () =>
      reconciled((signal) => sandbox.call(call, signal)),
    )
    if (error === undefined) return requeueAfter(result)
    if (!this.#isStopped) report.write(`${title}: ${error}`)
    throw new Error(error)
  }
}

interface Reconciled {
  readonly result?: unknown
  readonly error?: string
}

async function reconciled(call: (signal: AbortSignal) => Promise<unknown>): Promise<Outcome<Reconciled>> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), RECONCILE_MS)
  try {
    const result = await call(limit.signal)
    return { value: { result }, answer: JSON.stringify(result), verdict: 'ok', isFault: false }
  } catch (error) {
    const text = limit.signal.aborted ? `no result within ${RECONCILE_MS / 1000} s` : errorMessage(error)
    return { value: { error: text }, answer: '', verdict: text, isFault: true }
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The milliseconds until `reconcile` is called again; undefined for no further call. The result of the handler is untrusted, so
 * the number is limited.
 */
function requeueAfter(result: unknown): number | undefined {
  const seconds = (result as { requeueAfter?: unknown } | null)?.requeueAfter
  if (typeof seconds !== 'number' || !(seconds >= 0)) return undefined
  return Math.min(Math.max(seconds, 0.1), 86_400) * 1000
}
