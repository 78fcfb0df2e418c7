import type {
  ClusterEventName,
  FromFrame,
  MethodName,
  Methods,
  ResponseHead,
  ToFrame,
} from '../contracts/embed-protocol.ts'

interface Waiting {
  readonly resolve: (value: unknown) => void
  /** Rejects the call. After the head of an answer has arrived, ends the body with the error. */
  reject: (error: unknown) => void
  /** Receives the chunks of a body; undefined for the end. */
  chunk?: (bytes: Uint8Array<ArrayBuffer> | undefined) => void
}

/** Bytes of a body that are read before the page reads it. The call of a shorter body ends even when nothing reads the body. */
const READ_AHEAD = 64 * 1024

interface CallClientOptions {
  /** Called with messages that do not answer a call. */
  receive(message: Extract<FromFrame, { type: 'ready' | 'scenario' | 'event' | 'height' }>): void
  /** Called once, when the channel is closed by either side. */
  closed(error: Error): void
}

/** Sends calls to the frame. Each call ends with a result or an Error: `close` rejects all open calls. */
export class CallClient {
  readonly #port: MessagePort
  readonly #options: CallClientOptions
  readonly #waiting = new Map<number, Waiting>()
  #last = 0
  #end: Error | undefined

  constructor(port: MessagePort, options: CallClientOptions) {
    this.#port = port
    this.#options = options
    port.addEventListener('message', ({ data }) => this.#receive(data))
    // Some browsers report the end of the document at the other end.
    port.addEventListener('close', () => this.close(new Error('The frame of the cluster has ended')))
    port.start()
  }

  listen(name: ClusterEventName): void {
    this.#send({ type: 'listen', name })
  }

  call<Name extends MethodName>(
    method: Name,
    input: Methods[Name]['input'],
    signal?: AbortSignal | null,
  ): Promise<Methods[Name]['value']> {
    return this.#begin(method, input, signal, () => undefined)
  }

  /** A request to the API server; the body streams. */
  async fetch(input: Methods['fetch']['input'], signal?: AbortSignal | null): Promise<Response> {
    let id = 0
    const head = await this.#begin('fetch', input, signal, (call) => (id = call))
    return responseOf(head, head.hasBody ? this.#body(id) : null)
  }

  /** The body of an answer. The frame sends nothing before the first pull, so the stream misses no chunk and no error. */
  #body(id: number): ReadableStream<Uint8Array<ArrayBuffer>> {
    const waiting = this.#waiting.get(id)
    return new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        start(controller) {
          if (waiting === undefined) return controller.close()
          waiting.chunk = (bytes) => (bytes === undefined ? controller.close() : controller.enqueue(bytes))
          waiting.reject = (error) => controller.error(error)
        },
        pull: () => this.#send({ type: 'pull', id }),
        cancel: () => this.#cancel(id),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: READ_AHEAD }),
    )
  }

  close(error: Error): void {
    if (this.#end !== undefined) return
    this.#end = error
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
    this.#port.close()
    this.#options.closed(error)
  }

  #begin<Name extends MethodName>(
    method: Name,
    input: Methods[Name]['input'],
    signal?: AbortSignal | null,
    began?: (id: number) => void,
  ): Promise<Methods[Name]['value']> {
    return new Promise((resolve, reject) => {
      if (this.#end !== undefined) throw this.#end
      signal?.throwIfAborted()
      const id = ++this.#last
      began?.(id)
      this.#waiting.set(id, { resolve: (value) => resolve(value as Methods[Name]['value']), reject })
      signal?.addEventListener('abort', () => {
        const waiting = this.#waiting.get(id)
        this.#cancel(id)
        waiting?.reject(signal.reason)
      })
      this.#send({ type: 'call', id, method, input })
    })
  }

  #cancel(id: number): void {
    if (this.#waiting.delete(id)) this.#send({ type: 'cancel', id })
  }

  #send(message: ToFrame): void {
    if (this.#end === undefined) this.#port.postMessage(message)
  }

  /** The frame may have navigated to another page, so the message may contain anything. */
  #receive(data: unknown): void {
    if (typeof data !== 'object' || data === null) return
    const message = data as FromFrame
    const { type } = message
    if (type === 'ready' || type === 'scenario' || type === 'event' || type === 'height')
      return this.#options.receive(message)
    if (message.type === 'closed') return this.close(new Error(reasonOf(message.why)))
    const waiting = this.#waiting.get(message.id)
    if (waiting === undefined) return
    if (message.type === 'failure') {
      this.#waiting.delete(message.id)
      waiting.reject(new Error(reasonOf(message.message)))
    } else if (message.type === 'result') {
      const { value } = message
      if (!(isHead(value) && value.hasBody)) this.#waiting.delete(message.id)
      waiting.resolve(value)
    } else if (message.type === 'chunk') {
      const { bytes } = message
      if (bytes === undefined) this.#waiting.delete(message.id)
      if (bytes === undefined || bytes instanceof Uint8Array) waiting.chunk?.(bytes)
    }
  }
}

const reasonOf = (text: unknown): string => (typeof text === 'string' ? text : 'The frame gave no reason')

const isHead = (value: unknown): value is ResponseHead =>
  typeof value === 'object' && value !== null && 'hasBody' in value

/** @throws RangeError or TypeError for a status or a header that is invalid in HTTP */
function responseOf({ status, headers }: ResponseHead, body: ReadableStream<Uint8Array<ArrayBuffer>> | null): Response {
  return new Response(body, { status, headers: headers.map(([name, value]): [string, string] => [name, value]) })
}
