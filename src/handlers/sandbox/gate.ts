import type { FromFrame, FromRunner, RunMessage, ToFrame, ToRunner } from './messages.ts'
import { SANDBOX_LIMITS as LIMITS } from './messages.ts'
import { errorMessage } from '../../../worker/runtime/error-message.ts'

/** The worker of a handler, or its double in tests. */
export interface GatedWorker {
  post(message: ToRunner): void
  listen(listener: (message: unknown) => void): void
  /** Called with the text of an error that the worker did not catch. */
  failed(listener: (text: string) => void): void
  /** Called with the reason when the worker has ended. A browser does not report it. */
  ended?(listener: (why: string) => void): void
  terminate(): void
}

interface GateOptions {
  /** @throws Error with the line of a syntax error */
  start(source: string): GatedWorker
  send(message: FromFrame): void
  /** Calls `task` after `ms` milliseconds, and returns a function that cancels the call. */
  after(ms: number, task: () => void): () => void
}

const TYPES: ReadonlySet<string> = new Set(['ready', 'failed', 'result', 'fault', 'request', 'log', 'pong'])

const isFromRunner = (message: unknown): message is FromRunner => {
  if (typeof message !== 'object' || message === null) return false
  const { type, id, text } = message as Partial<FromRunner>
  return typeof type === 'string' && TYPES.has(type) && Number.isSafeInteger(id) && typeof text === 'string'
}

/** Passes messages between the page and the worker of a handler, and ends a worker that exceeds a limit. */
export class Gate {
  readonly #options: GateOptions
  #worker: GatedWorker | undefined
  #stopStart: () => void = () => undefined
  #isReady = false
  /** Messages in the current second. */
  #count = 0
  /** Pings without an answer. */
  #missed = 0
  /** Answers to pings. */
  #answered = 0

  constructor(options: GateOptions) {
    this.#options = options
  }

  receive(message: ToFrame): void {
    if (message.type === 'run') this.#run(message)
    else if (message.type === 'abort') this.#probe()
    else this.#worker?.post(message)
  }

  #run({ source }: RunMessage): void {
    if (this.#worker !== undefined) return
    let worker: GatedWorker
    try {
      worker = this.#worker = this.#options.start(source)
    } catch (error) {
      return this.#options.send({ type: 'failed', id: 0, text: errorMessage(error) })
    }
    worker.listen((message) => this.#receiveFromWorker(message))
    worker.failed((text) => (this.#isReady ? this.#log(text) : this.#end(text)))
    worker.ended?.((why) => this.#end(why))
    this.#stopStart = this.#options.after(LIMITS.start, () =>
      this.#end(`it did not start within ${LIMITS.start / 1000} s`),
    )
    this.#options.after(1_000, () => this.#recount())
  }

  #receiveFromWorker(message: unknown): void {
    if (this.#worker === undefined) return
    if (++this.#count > LIMITS.messages) return this.#end(`it sent more than ${LIMITS.messages} messages in a second`)
    if (!isFromRunner(message)) return this.#end('it sent a message of an unknown form')
    const { type, id, text } = message
    if (text.length > LIMITS.text) return this.#end(`it sent ${text.length} characters; the limit is ${LIMITS.text}`)
    if (type === 'pong') {
      this.#missed = 0
      this.#answered++
      return
    }
    if (type === 'ready') this.#ready()
    this.#options.send({ type, id, text: type === 'log' ? text.slice(0, LIMITS.line) : text })
  }

  /** Ends the time limit of the start, and begins the regular pings. */
  #ready(): void {
    if (this.#isReady) return
    this.#isReady = true
    this.#stopStart()
    this.#beat()
  }

  #log(text: string): void {
    this.#options.send({ type: 'log', id: 0, text: text.slice(0, LIMITS.line) })
  }

  #recount(): void {
    this.#count = 0
    if (this.#worker !== undefined) this.#options.after(1_000, () => this.#recount())
  }

  #beat(): void {
    if (this.#worker === undefined) return
    if (this.#missed >= LIMITS.missedBeats)
      return this.#end(`it blocked its thread for ${(LIMITS.missedBeats * LIMITS.beat) / 1000} s`)
    this.#missed++
    this.#worker.post({ type: 'ping' })
    this.#options.after(LIMITS.beat, () => this.#beat())
  }

  /**
   * Ends a worker that still computes the result of an abandoned call. Such a worker answers no ping. The pings without an
   * answer do not show it, because a regular ping may have been sent a moment ago.
   */
  #probe(): void {
    const before = this.#answered
    this.#missed++
    this.#worker?.post({ type: 'ping' })
    this.#options.after(LIMITS.blocked, () => {
      if (this.#answered === before) this.#end('it was still busy with a call after the server had given up: a loop?')
    })
  }

  #end(text: string): void {
    if (this.#worker === undefined) return
    this.#worker.terminate()
    this.#worker = undefined
    this.#stopStart()
    this.#options.send({ type: 'ended', id: 0, text: text.slice(0, LIMITS.line) })
  }
}
