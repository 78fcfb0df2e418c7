import type { JsonObject } from '../../../worker/api/json.ts'
import { TextRefusal, readRequestInfo } from '../../../worker/http/request-info.ts'
import type { RequestRecord } from '../../../worker/observability/trace.ts'
import { PANE_AGENT, getJson, send } from '../../client/resource-client.ts'
import { jsonLines } from '../../client/watch-stream.ts'
import type { ClusterSource } from './cluster-source.ts'

const PATH = '/debug/requests'
/** Milliseconds between two attempts to watch the requests. */
const PAUSE_MS = 500
/** The maximum number of records, which is more than a step of a lesson needs. Older records are dropped. */
const MAX_RECORDS = 2000

/** The user names of parts of the cluster. */
const OF_CLUSTER = /^system:(serviceaccount:[^:]*-system:|kube-|node:|apiserver|controller:)/

/** The requests of the reader since the start. Requests of the page's panes and of controllers are left out. */
export class ObservedRequests {
  readonly #source: ClusterSource
  readonly #signal: AbortSignal
  readonly #changed: () => void
  /** The ids of records that are known or older than the start. */
  readonly #seen = new Set<string>()
  #records: readonly JsonObject[] = []

  constructor(source: ClusterSource, signal: AbortSignal, changed: () => void) {
    this.#source = source
    this.#signal = signal
    this.#changed = changed
  }

  get records(): readonly JsonObject[] {
    return this.#records
  }

  /** Resolves when every later request will be observed. */
  start(): Promise<void> {
    return new Promise((resolve) => void this.#run(resolve))
  }

  async #run(ready: () => void): Promise<void> {
    let isFirst = true
    while (!this.#signal.aborted) {
      try {
        const { body } = await send(this.#source, `${PATH}?watch=true`, { signal: this.#signal })
        const { items } = await getJson<{ items: readonly RequestRecord[] }>(this.#source, PATH)
        // The first list holds the requests before the step; a later one fills the gap since the last stream.
        if (isFirst) for (const { id } of items) this.#seen.add(id)
        else this.#add(items)
        isFirst = false
        ready()
        if (body !== null) for await (const records of jsonLines<RequestRecord>(body)) this.#add(records)
      } catch {
        // The stream ended with an error, or the cluster cannot be reached. The pause limits the rate of attempts.
      }
      await this.#source.sleep(PAUSE_MS, this.#signal).catch(() => undefined)
    }
  }

  #add(records: readonly RequestRecord[]): void {
    const added = records.filter(({ id }) => !this.#seen.has(id)).map((record) => ({ record, fact: factOf(record) }))
    for (const { record } of added) this.#seen.add(record.id)
    const facts = added.flatMap(({ fact }) => (fact === undefined ? [] : [fact]))
    if (facts.length === 0) return
    this.#records = [...this.#records, ...facts].slice(-MAX_RECORDS)
    this.#changed()
  }
}

/** Whether the reader sent the request, and not a pane of the page or a controller. */
export const isOfReader = ({ url, user, userAgent }: RequestRecord): boolean =>
  !userAgent.startsWith(PANE_AGENT) && !OF_CLUSTER.test(user) && !url.startsWith(PATH)

/** The request as checks read it; undefined for a request that the reader did not send. */
function factOf(record: RequestRecord): JsonObject | undefined {
  const { method, url, userAgent, status } = record
  if (!isOfReader(record)) return undefined
  try {
    const { verb, group, resource, subresource, namespace, name } = readRequestInfo(method, url)
    return { verb, group, resource, subresource, namespace, name, ...callerOf(record), code: status, url, userAgent }
  } catch (error) {
    // The server refused the URL.
    if (error instanceof TextRefusal) return undefined
    throw error
  }
}

/** The user of the request; for an impersonated request, the impersonated user. */
const callerOf = ({ user, actingAs, groups }: RequestRecord): { user: string; groups: string[] } => ({
  user: actingAs === '' ? user : actingAs,
  groups: [...groups],
})
