import { isObject } from '../../worker/api/json.ts'
import { INPUTS } from './call-inputs.ts'
import type { ClusterEventName, FromFrame, MethodName, Methods } from '../contracts/embed-protocol.ts'
import { EVENT_NAMES, LIMITS } from '../contracts/embed-protocol.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

/** The result of a method; the page reads the body in chunks. */
export interface Answer<Name extends MethodName> {
  readonly value: Methods[Name]['value']
  readonly body?: ReadableStream<Uint8Array<ArrayBuffer>> | null
}

export type Handlers = {
  readonly [Name in MethodName]: (input: Methods[Name]['input'], signal: AbortSignal) => Promise<Answer<Name>>
}

interface CallServerOptions {
  readonly handlers: Handlers
  /** Called with each requested event, once for each name. Resolves when no later event of this name can be missed. */
  listen(name: ClusterEventName): Promise<void> | void
}

/**
 * Methods that change nothing in the cluster and begin at once. Other calls wait until the events that the page
 * requested before are followed, so the page receives every event that the call causes.
 */
const AT_ONCE: ReadonlySet<MethodName> = new Set(['ping', 'lend', 'fit'])

interface Call {
  readonly stopper: AbortController
  /** Set when the answer has a body. */
  reader?: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>
  isReading?: boolean
}

/** Answers the calls of the embedding page, which may send any message. */
export class CallServer {
  readonly #port: MessagePort
  readonly #options: CallServerOptions
  readonly #calls = new Map<number, Call>()
  readonly #listened = new Set<ClusterEventName>()
  /** Resolves when every requested event is followed or cannot be followed. */
  #followed: Promise<unknown> = Promise.resolve()
  #faults = 0
  #isClosed = false

  constructor(port: MessagePort, options: CallServerOptions) {
    this.#port = port
    this.#options = options
    port.addEventListener('message', ({ data }) => this.#receive(data))
    port.start()
  }

  send(message: FromFrame): void {
    if (this.#isClosed) return
    const value = message.type === 'result' ? message.value : undefined
    this.#port.postMessage(message, value instanceof MessagePort ? [value] : [])
  }

  close(why: string): void {
    this.send({ type: 'closed', why })
    this.#isClosed = true
    for (const { stopper, reader } of this.#calls.values()) {
      stopper.abort()
      void reader?.cancel().catch(() => undefined)
    }
    this.#calls.clear()
    this.#port.close()
  }

  #receive(data: unknown): void {
    if (this.#isClosed) return
    if (!isObject(data)) return this.#fault('a message must be an object')
    const { type, id, name } = data
    if (type === 'listen') {
      const known = EVENT_NAMES.find((one) => one === name)
      if (known === undefined) return this.#fault('this version has no such event')
      if (this.#listened.has(known)) return
      this.#listened.add(known)
      this.#followed = Promise.allSettled([this.#followed, this.#options.listen(known)])
    } else if (typeof id !== 'number' || !Number.isSafeInteger(id)) this.#fault('a message has no id')
    else if (type === 'call') this.#begin(id, data)
    else if (type === 'cancel') this.#cancel(id)
    else if (type === 'pull') void this.#pull(id)
    else this.#fault('this version has no such message')
  }

  /** Counts a faulty message. A page that sends many of them is disconnected. */
  #fault(message: string): void {
    this.#faults += 1
    if (this.#faults >= LIMITS.faults)
      this.close(`The page sent ${LIMITS.faults} messages that are not calls: ${message}`)
    else
      this.send({ type: 'event', name: 'error', detail: { message: `A message of the page was refused: ${message}` } })
  }

  #begin(id: number, { method, input }: Readonly<Record<string, unknown>>): void {
    if (this.#calls.has(id)) return this.#fault('two calls have the same id')
    if (this.#calls.size >= LIMITS.calls)
      return this.#fail(id, new Error(`at most ${LIMITS.calls} calls can be open; wait for one to end`))
    if (typeof method !== 'string' || !Object.hasOwn(INPUTS, method))
      return this.#fail(id, new Error('this version has no such method'))
    void this.#answer(id, method as MethodName, input)
  }

  async #answer(id: number, method: MethodName, input: unknown): Promise<void> {
    const call: Call = { stopper: new AbortController() }
    this.#calls.set(id, call)
    try {
      if (!AT_ONCE.has(method)) await this.#followed
      if (call.stopper.signal.aborted) return
      const { value, body } = await this.#handle(method, input, call.stopper.signal)
      if (this.#calls.get(id) !== call) return void body?.cancel().catch(() => undefined)
      if (body) call.reader = body.getReader()
      else this.#calls.delete(id)
      this.send({ type: 'result', id, value })
    } catch (error) {
      if (this.#calls.get(id) !== call) return
      this.#calls.delete(id)
      this.#fail(id, error)
    }
  }

  #handle<Name extends MethodName>(method: Name, input: unknown, signal: AbortSignal): Promise<Answer<Name>> {
    return this.#options.handlers[method](INPUTS[method](input), signal)
  }

  #fail(id: number, error: unknown): void {
    this.send({ type: 'failure', id, message: errorMessage(error) })
  }

  #cancel(id: number): void {
    const call = this.#calls.get(id)
    this.#calls.delete(id)
    call?.stopper.abort()
    void call?.reader?.cancel().catch(() => undefined)
  }

  async #pull(id: number): Promise<void> {
    const call = this.#calls.get(id)
    const reader = call?.reader
    if (call === undefined || reader === undefined || call.isReading === true) return
    call.isReading = true
    try {
      const { value: bytes } = await reader.read()
      if (this.#calls.get(id) !== call) return
      call.isReading = false
      if (bytes === undefined) this.#calls.delete(id)
      this.send({ type: 'chunk', id, bytes })
    } catch (error) {
      if (this.#calls.delete(id)) this.#fail(id, error)
    }
  }
}
