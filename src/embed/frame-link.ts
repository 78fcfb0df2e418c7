import { CallClient } from './call-client.ts'
import type {
  AppliedObject,
  CallOptions,
  ClusterSnapshot,
  CommandResult,
  RunOptions,
  ScenarioState,
} from '../contracts/embed-api.ts'
import type { ClusterEventName, Connect, Hello } from '../contracts/embed-protocol.ts'
import { EVENT_NAMES, PROTOCOL_VERSION } from '../contracts/embed-protocol.ts'

/** The time in milliseconds in which a frame that loads again must answer a ping; else it shows another page. */
const PING_MS = 10_000

interface LinkOptions {
  dispatch(name: ClusterEventName, detail: unknown): void
  /** Called with the height that the panes need, after `fit`. */
  resize(height: number): void
  /** Called once, when the frame or the element ends the channel. */
  closed(error: Error): void
}

/** The calls of `<tabplane-cluster>` to its frame. This file is loaded when the frame sends its hello. */
export class FrameLink {
  /** Resolves when the cluster has started and the requested events are followed; rejects when the channel ends before. */
  readonly ready: Promise<void>
  readonly #client: CallClient
  #scenario: ScenarioState | undefined

  constructor(port: MessagePort, { dispatch, resize, closed }: LinkOptions) {
    let resolve = (): void => undefined
    let reject = (_error: Error): void => undefined
    this.ready = new Promise((done, fail) => ([resolve, reject] = [done, fail]))
    this.#client = new CallClient(port, {
      receive: (message) => {
        if (message.type === 'event') {
          if (EVENT_NAMES.includes(message.name)) dispatch(message.name, message.detail)
          return
        }
        if (message.type === 'height') return resize(message.height)
        this.#scenario = message.scenario
        // `ready` arrives before the watches for the requested events have started; `followed` is answered afterwards.
        if (message.type === 'ready') void this.#client.call('followed', undefined).then(resolve, resolve)
      },
      closed(error) {
        reject(error)
        closed(error)
      },
    })
  }

  get scenario(): ScenarioState | undefined {
    return this.#scenario
  }

  run(line: string, { columns, signal }: RunOptions = {}): Promise<CommandResult> {
    return this.#client.call('run', { line, ...(columns !== undefined && { columns }) }, signal)
  }

  apply(text: string, { signal }: CallOptions = {}): Promise<readonly AppliedObject[]> {
    return this.#client.call('apply', { text }, signal)
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    // `Request` reads every form of body and headers. The host is not used.
    const request = new Request(new URL('/', 'http://cluster.invalid'), init)
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
    const input = { path, method: request.method, headers: [...request.headers], ...(body !== undefined && { body }) }
    return this.#client.fetch(input, init.signal)
  }

  async open(where: string): Promise<void> {
    await this.#client.call('open', { where })
  }

  snapshot({ signal }: CallOptions = {}): Promise<ClusterSnapshot> {
    return this.#client.call('snapshot', undefined, signal)
  }

  share({ signal }: CallOptions = {}): Promise<string> {
    return this.#client.call('share', undefined, signal)
  }

  /** Starts or ends the reports about the height of the panes. Frames of earlier releases refuse this. */
  fit(isWanted: boolean): void {
    void this.#client.call('fit', { isWanted }).catch(() => undefined)
  }

  /** Returns a port to the worker of the cluster, for another frame. */
  lend(): Promise<MessagePort> {
    return this.#client.call('lend', undefined)
  }

  /** Requests events of this name. Other names of an element's events are ignored. */
  listen(name: string): void {
    const known = EVENT_NAMES.find((one) => one === name)
    if (known !== undefined) this.#client.listen(known)
  }

  /** Ends the channel when the frame no longer answers, because it navigated to another page. */
  async verify(): Promise<void> {
    const timer = setTimeout(() => this.close(new Error('The frame of the cluster went to another page')), PING_MS)
    await this.#client.call('ping', undefined).catch(() => undefined)
    clearTimeout(timer)
  }

  close(error: Error): void {
    this.#client.close(error)
  }
}

/**
 * Answers the hello of a frame.
 * @param origin the origin of the frame; `null` for a sandboxed one
 * @throws Error for a frame of another version
 */
export function connectFrame(frame: Window, origin: string, hello: Partial<Hello>, options: LinkOptions): FrameLink {
  if (hello.version !== PROTOCOL_VERSION)
    throw new Error(`embed.js uses version ${PROTOCOL_VERSION} of the messages, its frame version ${hello.version}`)
  const { port1, port2 } = new MessageChannel()
  const connect: Connect = { type: 'tabplane:connect', version: PROTOCOL_VERSION }
  // `*`: an opaque origin cannot be named.
  frame.postMessage(connect, origin === 'null' ? '*' : origin, [port2])
  return new FrameLink(port1, options)
}
