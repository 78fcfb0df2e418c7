import { readExactJson } from '../client/read-json.ts'
import { exactJson } from '../../worker/api/exact-json.ts'
import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import { pageTiming } from '../client/page-timing.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { withIdentity } from '../scenario/identity-headers.ts'
import type { Repro, ReproRequest } from '../share/repro.ts'
import { answerDifferences } from './compared-answers.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

/** The maximum pause between two requests, in milliseconds. A replay otherwise waits as long as the users did. */
const LONGEST_PAUSE = 2000
const MASK = '<redacted>'

/** The result of a replayed request. */
export interface ReplayResult {
  readonly status: number
  /** The differences from the recorded answer; empty when the answers are equal. */
  readonly differences: readonly string[]
  /** The reason why the request was not sent, or why it has no answer. */
  readonly unsent?: string
}

/** Sends the requests of a repro to a fresh cluster, one after the other. */
export class Replay {
  readonly repro: Repro
  readonly #cluster: ClusterHandle
  #results = $state.raw<readonly ReplayResult[]>([])
  #isRunning = $state(false)
  #stopper = new AbortController()
  /** The uids and revisions in recorded answers, each with the value in this cluster. */
  readonly #renamed = new Map<string, string>()

  constructor(repro: Repro, cluster: ClusterHandle) {
    this.repro = repro
    this.#cluster = cluster
  }

  /** The results so far, one for each request. */
  get results(): readonly ReplayResult[] {
    return this.#results
  }

  get isRunning(): boolean {
    return this.#isRunning
  }

  get isDone(): boolean {
    return this.#results.length === this.repro.requests.length
  }

  /** Sends the next request. */
  async step(): Promise<void> {
    const request = this.repro.requests[this.#results.length]
    if (request === undefined || this.#isRunning) return
    await this.#busily(() => this.#send(request))
  }

  /** Sends the remaining requests. */
  async play(): Promise<void> {
    this.#stopper = new AbortController()
    const { signal } = this.#stopper
    await this.#busily(async () => {
      while (!this.isDone && !signal.aborted) {
        const request = this.repro.requests[this.#results.length]
        if (request === undefined) return
        const before = this.repro.requests[this.#results.length - 1]?.after ?? request.after
        await pageTiming.sleep(Math.min(request.after - before, LONGEST_PAUSE), signal).catch(() => undefined)
        if (!signal.aborted) await this.#send(request)
      }
    })
  }

  stop(): void {
    this.#stopper.abort()
  }

  async #busily(work: () => Promise<void>): Promise<void> {
    this.#isRunning = true
    try {
      await work()
    } finally {
      this.#isRunning = false
    }
  }

  async #send(request: ReproRequest): Promise<void> {
    this.#results = [...this.#results, await this.#result(request)]
  }

  async #result(request: ReproRequest): Promise<ReplayResult> {
    const { method, url, body, accept, as } = request
    if (body?.text.includes(MASK) === true)
      return { status: 0, differences: [], unsent: 'Not sent: its values are confidential and were not recorded' }
    const headers = new Headers({ 'User-Agent': 'tabplane-replay' })
    if (accept !== undefined) headers.set('Accept', accept)
    if (body !== undefined) headers.set('Content-Type', body.type)
    const init = { method, headers, ...(body !== undefined && { body: this.#current(body.text) }) }
    try {
      const response = await this.#cluster.fetch(
        url,
        as === undefined ? init : withIdentity(init, { name: as.user, ...as }),
      )
      const answer = await jsonOf(await response.text())
      if (request.answer !== undefined && answer !== undefined) this.#learn(request.answer, answer)
      const differences = answerDifferences(request, {
        status: response.status,
        ...(answer !== undefined && { body: answer }),
      })
      return { status: response.status, differences }
    } catch (error) {
      return { status: 0, differences: [], unsent: errorMessage(error) }
    }
  }

  /** Replaces the recorded uids and revisions in a body by the uids and revisions of this cluster. */
  #current(text: string): string {
    return text.replace(/"(uid|resourceVersion)":"([^"]+)"/g, (whole, field: string, value: string) => {
      const known = this.#renamed.get(`${field} ${value}`)
      return known === undefined ? whole : `"${field}":${JSON.stringify(known)}`
    })
  }

  #learn(recorded: Json, answer: Json): void {
    const now = new Map(objectsIn(answer).map((object) => [keyOf(object), object]))
    for (const object of objectsIn(recorded)) {
      const same = now.get(keyOf(object))
      for (const field of ['uid', 'resourceVersion'] as const) {
        const [before, after] = [object[field], same?.[field]]
        if (typeof before === 'string' && typeof after === 'string') this.#renamed.set(`${field} ${before}`, after)
      }
    }
  }
}

type Metadata = JsonObject

const keyOf = ({ namespace, name }: Metadata): string => exactJson([namespace ?? '', name ?? ''])

/** The metadata of an object, or of the items of a list. */
function objectsIn(value: Json): readonly Metadata[] {
  if (!isObject(value)) return []
  const { items, metadata } = value
  if (Array.isArray(items)) return items.flatMap(objectsIn)
  return isObject(metadata) && typeof metadata['name'] === 'string' ? [metadata] : []
}

async function jsonOf(text: string): Promise<Json | undefined> {
  try {
    return await readExactJson<Json>(text)
  } catch {
    return undefined
  }
}
