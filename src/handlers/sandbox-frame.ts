import type { ApiAsk, FromFrame, HandlerCall, HandlerFacts, RefusedAsk, ToFrame } from './sandbox/messages.ts'
import { readApiAsk, readFacts } from './untrusted.ts'

/** A handler that runs. */
export interface Sandbox {
  readonly facts: HandlerFacts
  /** Resolves to the result, which is untrusted. @throws Error with the text of the handler's error, or of its end */
  call(call: HandlerCall, signal?: AbortSignal): Promise<unknown>
  /** Ends the worker. Later calls fail. */
  stop(): void
}

export interface SandboxOptions {
  /** The name of the file. */
  readonly name: string
  /** The text of the file. */
  readonly source: string
  /** The address of `handler-frame.html`. */
  readonly frame: string
  log(line: string): void
  /** Called once when the frame ended the worker, with the reason. */
  ended(why: string): void
  /** Sends a request of the handler. @throws ApiError and other Errors, which the handler receives */
  ask(ask: ApiAsk): Promise<unknown>
}

/** Requests of one handler in progress; more are refused. */
const MOST_ASKS = 100
/** Milliseconds until the frame has loaded. */
const LOAD_MS = 20_000

interface PendingCall {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** Starts a handler in a frame of its own. @throws Error that says why it cannot start */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const element = document.createElement('iframe')
  element.setAttribute('sandbox', 'allow-scripts')
  element.setAttribute('allow', '')
  element.referrerPolicy = 'no-referrer'
  element.title = `Handler ${options.name}`
  element.hidden = true
  element.tabIndex = -1
  element.src = options.frame
  try {
    await loaded(element)
    return await new HandlerFrame(element, options).start()
  } catch (error) {
    element.remove()
    throw error
  }
}

function loaded(element: HTMLIFrameElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the frame of the handler did not load')), LOAD_MS)
    element.addEventListener('load', () => {
      clearTimeout(timer)
      resolve()
    })
    document.body.append(element)
  })
}

class HandlerFrame {
  readonly #element: HTMLIFrameElement
  readonly #options: SandboxOptions
  readonly #port: MessagePort
  readonly #calls = new Map<number, PendingCall>()
  #lastCall = 0
  #asks = 0
  readonly #facts: Promise<HandlerFacts>
  #start: { resolve(facts: HandlerFacts): void; reject(error: unknown): void } | undefined
  #isOver = false

  constructor(element: HTMLIFrameElement, options: SandboxOptions) {
    this.#element = element
    this.#options = options
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    this.#facts = new Promise((resolve, reject) => (this.#start = { resolve, reject }))
    port1.addEventListener('message', ({ data }: MessageEvent<FromFrame>) => this.#receive(data))
    port1.start()
    // An opaque origin has no name; the frame's own page was just loaded into it.
    element.contentWindow?.postMessage(null, '*', [port2])
  }

  async start(): Promise<Sandbox> {
    this.#send({ type: 'run', source: this.#options.source })
    const facts = await this.#facts
    return {
      facts,
      call: (call, signal) => this.#call(call, signal),
      stop: () => this.#close('the handler was stopped'),
    }
  }

  #send(message: ToFrame): void {
    this.#port.postMessage(message)
  }

  #receive({ type, id, text }: FromFrame): void {
    if (type === 'ready') this.#ready(text)
    else if (type === 'failed') this.#start?.reject(new Error(text))
    else if (type === 'log') this.#options.log(text)
    else if (type === 'ask') void this.#answer(id, text)
    else if (type === 'result') this.#settle(id, text)
    else if (type === 'fault') this.#take(id)?.reject(new Error(text))
    else if (type === 'ended') {
      this.#start?.reject(new Error(text))
      this.#close(text)
      this.#options.ended(text)
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
      pending?.reject(new Error('the handler sent a result that is no JSON'))
    }
  }

  #take(id: number): PendingCall | undefined {
    const pending = this.#calls.get(id)
    this.#calls.delete(id)
    return pending
  }

  #call(call: HandlerCall, signal?: AbortSignal): Promise<unknown> {
    if (this.#isOver) return Promise.reject(new Error('the handler has ended'))
    return new Promise((resolve, reject) => {
      const id = ++this.#lastCall
      this.#calls.set(id, { resolve, reject })
      signal?.addEventListener('abort', () => this.#abort(id), { once: true })
      this.#send({ type: 'call', id, text: JSON.stringify(call) })
    })
  }

  #abort(id: number): void {
    const pending = this.#take(id)
    if (pending === undefined || this.#isOver) return
    pending.reject(new Error('the call was abandoned'))
    this.#send({ type: 'abort', id })
  }

  async #answer(id: number, text: string): Promise<void> {
    const { isRefused, value } = await this.#outcome(text)
    if (!this.#isOver) this.#send({ type: 'reply', id, isRefused, text: JSON.stringify(value ?? null) })
  }

  async #outcome(text: string): Promise<{ readonly isRefused: boolean; readonly value: unknown }> {
    if (this.#asks >= MOST_ASKS)
      return { isRefused: true, value: { message: `${MOST_ASKS} requests wait`, code: 429, reason: 'TooManyRequests' } }
    this.#asks++
    try {
      return { isRefused: false, value: await this.#options.ask(readApiAsk(text)) }
    } catch (error) {
      return { isRefused: true, value: refusal(error) }
    } finally {
      this.#asks--
    }
  }

  #close(why: string): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#port.close()
    this.#element.remove()
    for (const { reject } of this.#calls.values()) reject(new Error(why))
    this.#calls.clear()
  }
}

function refusal(error: unknown): RefusedAsk {
  const { code = 0, reason = '' } = error as Partial<RefusedAsk>
  return { message: error instanceof Error ? error.message : String(error), code, reason }
}
