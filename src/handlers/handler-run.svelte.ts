import type { WebhookAnswerMessage, WebhookMessage } from '../../worker/host/messages.ts'
import { pageTiming } from '../client/page-timing.ts'
import { errorMessage } from '../client/api-error.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { beginActivity } from './activity/activities.ts'
import type { Activity, ActivityReport, Outcome } from './activity/activity.ts'
import { Breakpoint } from './breakpoint.svelte.ts'
import { DirectRoute } from './direct-route.ts'
import { CallRecords } from './call-records.svelte.ts'
import { managerOf } from './handler-name.ts'
import { type LogLine, LogLines } from './log-lines.ts'
import { RESTART_MS, RestartLimit } from './restart-limit.ts'
import type { DirectCall, HandlerApiRequest } from './sandbox/messages.ts'
import type { Sandbox } from './sandbox-client.ts'
import { openSandbox } from './sandbox-frame.ts'
import { answerWebhook, serviceHost, webhookOutcome } from './webhook-service.ts'

export type RunState = 'starting' | 'running' | 'finished' | 'failed'

type SentCall = Pick<WebhookMessage, 'method' | 'url' | 'body'>

const titleOf = ({ method, url }: SentCall): string => `${method} ${new URL(url).pathname}`

interface RunOptions {
  readonly name: string
  readonly text: string
  readonly cluster: ClusterHandle
  readonly frame: string
  /** Called when the host or the state may have changed. */
  changed(): void
}

/** One started handler: its sandbox, restarts, log and last calls. */
export class HandlerRun implements ActivityReport {
  readonly text: string
  readonly calls = new CallRecords()
  readonly breakpoint = new Breakpoint(() => this.connect())
  readonly #options: RunOptions
  readonly #route: DirectRoute
  #state = $state<RunState>('starting')
  #detail = $state('')
  #log = $state.raw<readonly LogLine[]>([])
  readonly #lines = new LogLines({
    now: Date.now,
    schedule: pageTiming.schedule,
    changed: (lines) => (this.#log = lines),
  })
  #sandbox = $state.raw<Sandbox>()
  #activity = $state.raw<Activity>()
  readonly #restarts = new RestartLimit()
  #isStopped = false

  constructor(options: RunOptions) {
    this.text = options.text
    this.#options = options
    this.#route = new DirectRoute(options.cluster)
    void this.#start()
  }

  get state(): RunState {
    return this.#state
  }

  /** Why the handler failed. */
  get detail(): string {
    return this.#detail
  }

  /** The activity, for example `webhook guard.default.svc` or `controller of v1/configmaps`; empty before the start. */
  get summary(): string {
    return this.#activity?.summary ?? ''
  }

  /** Newest last. */
  get log(): readonly LogLine[] {
    return this.#log
  }

  /** The host that webhook configurations reach; undefined while no webhook runs. */
  get host(): string | undefined {
    const facts = this.#sandbox?.facts
    return facts?.service === undefined ? undefined : serviceHost(facts.service)
  }

  /**
   * Lets the API worker call the webhook without the page, unless the page has to hold the next call.
   * @param isNew whether the API worker was replaced
   */
  connect(isNew = false): void {
    if (isNew) this.#route.forget()
    const { host } = this
    const isDirect = !this.#isStopped && !this.breakpoint.isSet
    if (isDirect && host !== undefined && this.#sandbox !== undefined) this.#route.open(host, this.#sandbox)
    else this.#route.close()
  }

  stop(): void {
    this.#isStopped = true
    this.breakpoint.clear()
    this.connect()
    this.#activity?.stop()
    this.#sandbox?.stop()
    this.#sandbox = undefined
  }

  /** @param hold cancels the server's time limit for the call */
  async answer(
    message: WebhookMessage,
    signal: AbortSignal,
    hold: () => void,
  ): Promise<WebhookAnswerMessage['answer']> {
    if (this.#sandbox === undefined) return undefined
    const title = titleOf(message)
    const answered = await this.calls.run(title, message.body, () => this.#outcome(message, signal))
    return answered && this.breakpoint.pass({ title, request: message.body, answer: answered, hold }, signal)
  }

  async #outcome(message: SentCall, signal: AbortSignal): Promise<Outcome<WebhookAnswerMessage['answer']>> {
    if (this.#sandbox === undefined) return { value: undefined, answer: '', verdict: 'does not run', isFault: true }
    const answered = await answerWebhook(this.#sandbox, message, signal)
    return { value: answered.answer, ...webhookOutcome(answered) }
  }

  /** Records calls that did not pass through the page. */
  #called(calls: readonly DirectCall[]): void {
    const { signal } = new AbortController()
    this.calls.add(
      calls.map((one) => ({ ...one, title: titleOf(one), request: one.body, call: () => this.#outcome(one, signal) })),
    )
  }

  /** Runs a call and records it. */
  recorded<T>(title: string, request: string, call: () => Promise<Outcome<T>>): Promise<T> {
    return this.calls.run(title, request, call)
  }

  write(text: string): void {
    this.#lines.write(text)
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
        called: (calls) => this.#called(calls),
        request: (request) => this.#request(request),
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
      this.#fail(errorMessage(error))
    }
    this.#options.changed()
  }

  #request(request: HandlerApiRequest): Promise<unknown> {
    return this.#activity?.request(request) ?? Promise.reject(new Error('the handler has not started'))
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

  /** Restarts the handler, unless it has ended too often. */
  #ended(why: string): void {
    this.#activity?.stop()
    if (this.#isStopped || this.#state === 'starting') return
    const isScript = this.#sandbox?.facts.kind === 'script'
    this.#sandbox = undefined
    this.#fail(`The handler was ended: ${why}`)
    this.#options.changed()
    // A script runs once.
    if (isScript) return
    if (this.#restarts.mayRestart(Date.now())) setTimeout(() => this.#isStopped || void this.#start(), RESTART_MS)
  }
}
