import type { WebhookAnswerMessage, WebhookMessage } from '../../worker/host/messages.ts'
import { pageTiming } from '../client/page-timing.ts'
import { describeError } from '../client/api-error.ts'
import type { ApiConnection } from '../client/api-connection.ts'
import { beginActivity } from './activity/activities.ts'
import type { Activity, ActivityReport, Outcome } from './activity/activity.ts'
import { managerOf } from './handler-name.ts'
import type { ApiAsk } from './sandbox/messages.ts'
import type { Sandbox } from './sandbox-client.ts'
import { openSandbox } from './sandbox-frame.ts'
import { answerWebhook, serviceHost } from './webhook-service.ts'

export type RunState = 'starting' | 'running' | 'finished' | 'failed'

export interface LogLine {
  readonly at: number
  readonly text: string
}

/** A call of a handler with its result; `answer` is undefined while it runs. */
export interface CallRecord {
  readonly id: number
  readonly at: number
  /** `POST /owner`, `reconcile default/shop`. */
  readonly title: string
  readonly request: string
  readonly answer?: string
  /** `200`, `ok`, or the error. */
  readonly verdict?: string
  readonly isFault?: boolean
  /** Milliseconds. */
  readonly duration?: number
}

const MOST_LINES = 200
const MOST_CALLS = 50
/** Characters that a record keeps of a request or an answer. */
const MOST_TEXT = 20_000
/** A handler that ended this often within a minute stays ended. */
const MOST_ENDS = 3
const RESTART_MS = 500

interface RunOptions {
  readonly name: string
  readonly text: string
  readonly cluster: ApiConnection
  readonly frame: string
  /** The hosts or the state may have changed. */
  changed(): void
}

/** One started handler: its sandbox, restarts, log and last calls. */
export class HandlerRun implements ActivityReport {
  readonly text: string
  readonly #options: RunOptions
  #state = $state<RunState>('starting')
  #detail = $state('')
  #log = $state.raw<readonly LogLine[]>([])
  #calls = $state.raw<readonly CallRecord[]>([])
  #sandbox: Sandbox | undefined
  #activity = $state.raw<Activity>()
  #ends: number[] = []
  #lastCall = 0
  #isStopped = false

  constructor(options: RunOptions) {
    this.text = options.text
    this.#options = options
    void this.#start()
  }

  get state(): RunState {
    return this.#state
  }

  /** Why the handler failed. */
  get detail(): string {
    return this.#detail
  }

  /** `webhook guard.default.svc`, `controller of v1/configmaps`. */
  get summary(): string {
    return this.#activity?.summary ?? ''
  }

  /** Newest last. */
  get log(): readonly LogLine[] {
    return this.#log
  }

  /** Newest first. */
  get calls(): readonly CallRecord[] {
    return this.#calls
  }

  /** The host that webhook configurations reach; undefined while no webhook runs. */
  get host(): string | undefined {
    const facts = this.#sandbox?.facts
    return facts?.service === undefined ? undefined : serviceHost(facts.service)
  }

  stop(): void {
    this.#isStopped = true
    this.#activity?.stop()
    this.#sandbox?.stop()
    this.#sandbox = undefined
  }

  async answer(message: WebhookMessage, signal: AbortSignal): Promise<WebhookAnswerMessage['answer']> {
    const sandbox = this.#sandbox
    if (sandbox === undefined) return undefined
    const { pathname } = new URL(message.url)
    return this.recorded(`${message.method} ${pathname}`, message.body, async () => {
      const { answer, error } = await answerWebhook(sandbox, message, signal)
      const isFault = answer === undefined || answer.status >= 400
      return { value: answer, answer: answer?.body ?? '', verdict: error ?? String(answer?.status), isFault }
    })
  }

  /** Runs a call and records it. */
  async recorded<T>(title: string, request: string, call: () => Promise<Outcome<T>>): Promise<T> {
    const started = performance.now()
    const record: CallRecord = { id: ++this.#lastCall, at: Date.now(), title, request: request.slice(0, MOST_TEXT) }
    this.#calls = [record, ...this.#calls].slice(0, MOST_CALLS)
    const { value, answer, verdict, isFault } = await call()
    const done = {
      ...record,
      answer: answer.slice(0, MOST_TEXT),
      verdict,
      isFault,
      duration: performance.now() - started,
    }
    this.#calls = this.#calls.map((one) => (one.id === record.id ? done : one))
    return value
  }

  write(text: string): void {
    this.#log = [...this.#log, { at: Date.now(), text }].slice(-MOST_LINES)
  }

  async #start(): Promise<void> {
    const { name, cluster, frame } = this.#options
    this.#state = 'starting'
    try {
      const sandbox = await openSandbox({
        name,
        source: this.text,
        frame,
        log: (line) => this.write(line),
        ended: (why) => this.#ended(why),
        ask: (ask) => this.#ask(ask),
      })
      if (this.#isStopped) return sandbox.stop()
      this.#sandbox = sandbox
      this.#activity = beginActivity({
        cluster,
        timing: pageTiming,
        manager: managerOf(name),
        sandbox,
        report: this,
      })
      this.#state = 'running'
      this.#detail = ''
    } catch (error) {
      this.#fail(describeError(error))
    }
    this.#options.changed()
  }

  #ask(ask: ApiAsk): Promise<unknown> {
    return this.#activity?.ask(ask) ?? Promise.reject(new Error('the handler has not started'))
  }

  /** Called once after a script has run. */
  finish(fault?: string): void {
    if (fault === undefined) this.#state = 'finished'
    else this.#fail(fault)
    this.#sandbox?.stop()
    this.#sandbox = undefined
  }

  #fail(why: string): void {
    this.#state = 'failed'
    this.#detail = why
    this.write(why)
  }

  /** Starts the handler again, unless it ends again and again. */
  #ended(why: string): void {
    this.#activity?.stop()
    if (this.#isStopped || this.#state === 'starting') return
    const isScript = this.#sandbox?.facts.kind === 'script'
    this.#sandbox = undefined
    this.#fail(`The handler was ended: ${why}`)
    this.#options.changed()
    // A script runs once.
    if (isScript) return
    const now = Date.now()
    this.#ends = [...this.#ends.filter((at) => at > now - 60_000), now]
    if (this.#ends.length < MOST_ENDS) setTimeout(() => this.#isStopped || void this.#start(), RESTART_MS)
  }
}
