import type { ApiConnection } from '../../src/client/api-connection.ts'
import type { InformerOptions } from '../../src/client/informer.ts'
import { beginActivity } from '../../src/handlers/activity/activities.ts'
import type { Activity, ActivityReport } from '../../src/handlers/activity/activity.ts'
import { managerOf } from '../../src/handlers/handler-name.ts'
import { startSandbox, type GateLink, type Sandbox, type SandboxEvents } from '../../src/handlers/sandbox-client.ts'
import { RESTART_MS, RestartLimit } from '../../src/handlers/restart-limit.ts'
import { Gate } from '../../src/handlers/sandbox/gate.ts'
import type { FromFrame } from '../../src/handlers/sandbox/messages.ts'
import { answerWebhook, serviceHost } from '../../src/handlers/webhook-service.ts'
import type { WebhookCaller } from '../../worker/webhooks/backend.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'
import { answerOfHandler, connectionFault } from '../../worker/webhooks/handler-call.ts'
import { startHandlerProcess } from './handler-process.ts'
import { handlerScripts, type HandlerScripts } from './handler-scripts.ts'
import { logLines } from './log-lines.ts'

interface NodeHandlersOptions {
  readonly cluster: ApiConnection
  readonly timing: Pick<InformerOptions, 'schedule' | 'sleep' | 'random'>
  write(line: string): void
}

interface Running {
  readonly started: Started
  readonly sandbox: Sandbox
  readonly activity: Activity
}

/** A handler that was started, with what is needed to start it again. */
interface Started {
  readonly name: string
  readonly source: string
  readonly restarts: RestartLimit
  /** Aborted when the handler is stopped or replaced. */
  readonly stopped: AbortController
}

/** The handlers of a cluster under Node, each in a separate process. A handler has the same code as in a tab. */
export class NodeHandlers {
  readonly #options: NodeHandlersOptions
  readonly #running = new Map<string, Running>()
  /** The latest start of each handler that was not stopped. */
  readonly #wanted = new Map<string, Started>()
  /** Calls and requests of handlers that have begun and not ended. */
  #underWay = 0
  readonly #idle = new Set<() => void>()

  constructor(options: NodeHandlersOptions) {
    this.#options = options
  }

  /**
   * Starts a handler. A handler of the same name runs on until the new one is ready. Resolves to false when the handler
   * was stopped or replaced while it started, else to true.
   * @throws Error that says why it cannot start
   */
  start(name: string, source: string): Promise<boolean> {
    this.#wanted.get(name)?.stopped.abort()
    const started = { name, source, restarts: new RestartLimit(), stopped: new AbortController() }
    this.#wanted.set(name, started)
    return this.#begin(started)
  }

  /** Ends a handler, also while it starts or waits for its next start. */
  stop(name: string): void {
    this.#wanted.get(name)?.stopped.abort()
    this.#wanted.delete(name)
    this.#end(name)
  }

  async #begin(started: Started): Promise<boolean> {
    const { name } = started
    const { cluster, timing } = this.#options
    let activity: Activity | undefined
    const sandbox = await startedSandbox(started, {
      log: (line) => this.#write(name, line),
      ended: (why) => this.#ended(started, why),
      request: (request) =>
        this.#counted(() => activity?.request(request) ?? Promise.reject(new Error('the handler has not started'))),
    })
    if (sandbox === undefined) return false
    this.#end(name)
    const report = this.#report(name)
    activity = beginActivity({ cluster, timing, manager: managerOf(name), sandbox, report })
    this.#running.set(name, { started, sandbox, activity })
    return true
  }

  /** Starts the handler again, unless it has ended too often or was starting. */
  #ended(started: Started, why: string): void {
    const { name, restarts } = started
    const running = this.#running.get(name)
    if (running?.started !== started) return
    const { kind } = running.sandbox.facts
    this.#write(name, `The handler was ended: ${why}`)
    this.#end(name)
    // A script runs once.
    if (kind !== 'script' && restarts.mayRestart(performance.now())) void this.#restart(started)
  }

  async #restart(started: Started): Promise<void> {
    const { name, stopped } = started
    const { signal } = stopped
    try {
      await this.#options.timing.sleep(RESTART_MS, signal)
      if (await this.#begin(started)) this.#write(name, 'The handler has started again')
    } catch (error) {
      if (!signal.aborted) this.#write(name, errorMessage(error))
    }
  }

  #write(name: string, text: string): void {
    for (const line of logLines(name, text)) this.#options.write(line)
  }

  /** Calls the handler of a Service; `other` calls every other backend. */
  caller(other: WebhookCaller): WebhookCaller {
    return async (call) => {
      const { hostname } = new URL(call.url)
      const found = [...this.#running.values()].find(({ sandbox: { facts } }) =>
        facts.service === undefined ? false : serviceHost(facts.service) === hostname,
      )
      if (found === undefined) return other(call)
      const fault = connectionFault(call)
      if (fault !== undefined) throw new Error(fault)
      const { url, method, body = '', signal } = call
      const { answer } = await this.#counted(() => answerWebhook(found.sandbox, { url, method, body }, signal))
      if (answer === undefined) throw new Error(signal.aborted ? 'context deadline exceeded' : 'EOF')
      return answerOfHandler(answer)
    }
  }

  /** Resolves when no call of a handler is under way. */
  async idle(): Promise<void> {
    while (this.#underWay > 0) await new Promise<void>((resolve) => this.#idle.add(resolve))
  }

  close(): void {
    for (const name of this.#wanted.keys()) this.stop(name)
  }

  #end(name: string): void {
    const running = this.#running.get(name)
    this.#running.delete(name)
    running?.activity.stop()
    running?.sandbox.stop()
  }

  #report(name: string): ActivityReport {
    return {
      write: (line) => this.#write(name, line),
      recorded: async (_title, _request, call) => (await this.#counted(call)).value,
      finish: (fault) => {
        if (fault !== undefined) this.#write(name, fault)
        this.#end(name)
      },
    }
  }

  async #counted<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#underWay++
    try {
      return await work()
    } finally {
      this.#underWay--
      if (this.#underWay === 0) {
        for (const resolve of this.#idle) resolve()
        this.#idle.clear()
      }
    }
  }
}

/**
 * The sandbox in which the handler runs; undefined when the handler was stopped or replaced while it started.
 * @throws Error that says why it cannot start
 */
async function startedSandbox({ source, stopped }: Started, events: SandboxEvents): Promise<Sandbox | undefined> {
  const { signal } = stopped
  const scripts = await handlerScripts()
  if (signal.aborted) return undefined
  const { link, cancel } = gateLink(scripts)
  signal.addEventListener('abort', cancel)
  try {
    const sandbox = await startSandbox(link, source, events)
    if (!signal.aborted) return sandbox
    sandbox.stop()
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    signal.removeEventListener('abort', cancel)
  }
  return undefined
}

/** A gate, which checks the messages of the handler's process, in this process. `cancel` ends a start. */
function gateLink(scripts: HandlerScripts): { readonly link: GateLink; cancel(): void } {
  let listener: (message: FromFrame) => void = () => undefined
  const timers = new Set<NodeJS.Timeout>()
  const started: { terminate(): void }[] = []
  const after = (ms: number, task: () => void): (() => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      task()
    }, ms).unref()
    timers.add(timer)
    return () => {
      timers.delete(timer)
      clearTimeout(timer)
    }
  }
  const gate = new Gate({
    start(source) {
      const worker = startHandlerProcess(scripts, source, after)
      started.push(worker)
      return worker
    },
    send: (message) => listener(message),
    after,
  })
  const link: GateLink = {
    send: (message) => gate.receive(message),
    listen: (added) => void (listener = added),
    close() {
      for (const timer of timers) clearTimeout(timer)
      for (const worker of started) worker.terminate()
    },
  }
  return { link, cancel: () => listener({ type: 'ended', id: 0, text: 'the handler was stopped' }) }
}
