import { exactJson } from '../../worker/api/exact-json.ts'
import type {
  DirectCall,
  HandlerApiRequest,
  FromFrame,
  HandlerCall,
  HandlerFacts,
  RefusedHandlerRequest,
  ToFrame,
} from './sandbox/messages.ts'
import { readApiRequest, readDirectCalls, readFacts } from './untrusted.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

/** A running handler. */
export interface Sandbox {
  readonly facts: HandlerFacts
  /**
   * Resolves to the result, which is untrusted.
   * @throws Error with the text of the handler's error, or with the reason why the handler ended
   */
  call(call: HandlerCall, signal?: AbortSignal): Promise<unknown>
  /** Answers the webhook calls that the API worker sends over a port. Absent under Node. */
  readonly serve?: (port: MessagePort) => void
  /** Ends the worker. Later calls fail. */
  stop(): void
}

export interface SandboxEvents {
  log(line: string): void
  /** Called once when the gate ended the handler, with the reason. */
  ended(why: string): void
  /** Called with finished calls that arrived over the port of `serve`. */
  called?(calls: readonly DirectCall[]): void
  /** Sends a request of the handler. @throws ApiError and other Errors, which the handler receives */
  request(request: HandlerApiRequest): Promise<unknown>
}

/** Carries the messages between a host and the gate of a handler, which runs in a frame or in a process of Node. */
export interface GateLink {
  send(message: ToFrame): void
  readonly serve?: (port: MessagePort) => void
  listen(listener: (message: FromFrame) => void): void
  close(): void
}

/** The limit of concurrent requests of one handler; further ones are refused. */
const MAX_REQUESTS = 100

interface PendingCall {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** Starts a handler behind a gate. @throws Error that says why it cannot start */
export function startSandbox(link: GateLink, source: string, events: SandboxEvents): Promise<Sandbox> {
  return new SandboxClient(link, events).start(source)
}

class SandboxClient {
  readonly #link: GateLink
  readonly #events: SandboxEvents
  readonly #calls = new Map<number, PendingCall>()
  #lastCall = 0
  #requests = 0
  readonly #facts: Promise<HandlerFacts>
  #start: { resolve(facts: HandlerFacts): void; reject(error: unknown): void } | undefined
  #isOver = false

  constructor(link: GateLink, events: SandboxEvents) {
    this.#link = link
    this.#events = events
    this.#facts = new Promise((resolve, reject) => (this.#start = { resolve, reject }))
    link.listen((message) => this.#receive(message))
  }

  async start(source: string): Promise<Sandbox> {
    this.#send({ type: 'run', source })
    const facts = await this.#facts.catch((error: unknown) => {
      this.#close(errorMessage(error))
      throw error
    })
    return {
      facts,
      call: (call, signal) => this.#call(call, signal),
      ...(this.#link.serve && { serve: this.#link.serve }),
      stop: () => this.#close('the handler was stopped'),
    }
  }

  #send(message: ToFrame): void {
    this.#link.send(message)
  }

  #receive({ type, id, text }: FromFrame): void {
    if (type === 'ready') this.#ready(text)
    else if (type === 'failed') this.#start?.reject(new Error(text))
    else if (type === 'log') this.#events.log(text)
    else if (type === 'called') this.#events.called?.(readDirectCalls(text))
    else if (type === 'request') void this.#answer(id, text)
    else if (type === 'result') this.#settle(id, text)
    else if (type === 'fault') this.#take(id)?.reject(new Error(text))
    else if (type === 'ended') {
      this.#start?.reject(new Error(text))
      this.#close(text)
      this.#events.ended(text)
    }
  }

  #ready(text: string): void {
    try {
      this.#start?.resolve(readFacts(text))
    } catch (error) {
      this.#start?.reject(error)
    }
  }

  #settle(id: number, text: string): void {
    const pending = this.#take(id)
    try {
      pending?.resolve(JSON.parse(text))
    } catch {
      pending?.reject(new Error('the handler sent a result that is not JSON'))
    }
  }

  #take(id: number): PendingCall | undefined {
    const pending = this.#calls.get(id)
    this.#calls.delete(id)
    return pending
  }

  #call(call: HandlerCall, signal?: AbortSignal): Promise<unknown> {
    if (this.#isOver) return Promise.reject(new Error('the handler has ended'))
    if (signal?.aborted) return Promise.reject(new Error('the call was abandoned'))
    return new Promise((resolve, reject) => {
      const id = ++this.#lastCall
      this.#calls.set(id, { resolve, reject })
      signal?.addEventListener('abort', () => this.#abort(id), { once: true })
      this.#send({ type: 'call', id, text: exactJson(call) })
    })
  }

  #abort(id: number): void {
    const pending = this.#take(id)
    if (pending === undefined || this.#isOver) return
    pending.reject(new Error('the call was abandoned'))
    this.#send({ type: 'abort', id })
  }

  async #answer(id: number, request: string): Promise<void> {
    const outcome = await this.#outcome(request)
    if (!this.#isOver) this.#send({ type: 'reply', id, ...outcome })
  }

  async #outcome(request: string): Promise<{ readonly isRefused: boolean; readonly text: string }> {
    if (this.#requests >= MAX_REQUESTS) {
      const message = `${MAX_REQUESTS} requests are already in progress`
      return { isRefused: true, text: exactJson({ message, code: 429, reason: 'TooManyRequests' }) }
    }
    this.#requests++
    try {
      const value = await this.#events.request(readApiRequest(request))
      return { isRefused: false, text: exactJson(value ?? null) }
    } catch (error) {
      return { isRefused: true, text: exactJson(refusal(error)) }
    } finally {
      this.#requests--
    }
  }

  #close(why: string): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#link.close()
    for (const { reject } of this.#calls.values()) reject(new Error(why))
    this.#calls.clear()
  }
}

function refusal(error: unknown): RefusedHandlerRequest {
  const { code = 0, reason = '' } = error as Partial<RefusedHandlerRequest>
  return { message: errorMessage(error), code, reason }
}
