import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { fileURLToPath } from 'node:url'
import * as grpc from '@grpc/grpc-js'
import { loadSync, type MethodDefinition } from '@grpc/proto-loader'

/** The address of an etcd cluster, as the flags of the real server give it. */
export interface EtcdServers {
  /** `--etcd-servers`: the members of one cluster, `http://host:2379`. */
  readonly urls: readonly string[]
  /** PEM files for `https`. */
  readonly files?: {
    readonly ca: string | undefined
    readonly certificate: string | undefined
    readonly key: string | undefined
  }
}

export interface KeyValue {
  readonly key: Buffer
  readonly value: Buffer
  readonly modRevision: number
  readonly version: number
}

interface RangeRequest {
  readonly key: string | Buffer
  readonly rangeEnd?: string
  readonly limit?: number
  /** The revision to read. Default: the newest revision, by a linearizable read. */
  readonly revision?: number
}

interface RangeResponse {
  readonly header: { readonly revision: number }
  readonly kvs: readonly KeyValue[]
  readonly more: boolean
}

type Operation =
  | { readonly requestRange: RangeRequest }
  | { readonly requestPut: { readonly key: Buffer; readonly value: Uint8Array } }
  | { readonly requestDeleteRange: { readonly key: Buffer } }

export type Comparison =
  | { readonly key: Buffer; readonly target: 'MOD'; readonly modRevision: number }
  | { readonly key: Buffer; readonly target: 'VERSION'; readonly version: number }
  /** Whether each key of the range has a lower modRevision than this one. */
  | {
      readonly key: Buffer
      readonly rangeEnd: Buffer
      readonly target: 'MOD'
      readonly result: 'LESS'
      readonly modRevision: number
    }

export interface TxnRequest {
  readonly compare: readonly Comparison[]
  readonly success: readonly Operation[]
  readonly failure: readonly Operation[]
}

export interface TxnResponse {
  readonly header: { readonly revision: number }
  readonly succeeded: boolean
  readonly responses: readonly { readonly responseRange?: RangeResponse }[]
}

export interface WatchResponse {
  readonly header: { readonly revision: number }
  readonly created: boolean
  readonly canceled: boolean
  /** When above 0, the requested revisions are compacted up to this one. */
  readonly compactRevision: number
  readonly cancelReason: string
  readonly events: readonly { readonly type: 'PUT' | 'DELETE'; readonly kv: KeyValue }[]
}

/** The call was never sent. */
export class NotConnected extends Error {
  override readonly name = 'NotConnected'
}

/** A call failed in etcd or in the connection. `status` is the status code of gRPC. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  readonly status: grpc.status
  constructor({ code, details }: grpc.StatusObject) {
    super(details)
    this.status = code
  }
}

interface CallOptions {
  /** The time (`Date.now`) at which the call is cancelled. */
  readonly deadline: number
  /** Called when the call is sent: from then on it may have been executed. */
  readonly sent?: () => void
}

/** Longest wait for one of several members, milliseconds. */
const MEMBER_MS = 1000

/** The real server's keepalive: a broken connection is detected after the sum of both times. */
const CHANNEL_OPTIONS: grpc.ChannelOptions = {
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 10_000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.min_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1000,
  'grpc.max_receive_message_length': -1,
  'grpc.max_send_message_length': -1,
}

/** As in Go, each certificate of the CA file is trusted, also without its own signature. */
function secureCredentials(files: EtcdServers['files']): grpc.ChannelCredentials {
  const read = (file: string | undefined): Buffer | undefined => (file === undefined ? undefined : readFileSync(file))
  const [ca, key, cert] = [files?.ca, files?.key, files?.certificate].map(read)
  return grpc.credentials.createFromSecureContext(createSecureContext({ ca, key, cert, allowPartialTrustChain: true }))
}

/** etcd's gRPC services. A call goes to one member; after a failure, the next call goes to the next member. */
export class EtcdClient {
  readonly #members: readonly grpc.Client[]
  readonly #methods = loadMethods()
  #current = 0

  constructor({ urls, files }: EtcdServers) {
    this.#members = urls.map((text) => {
      const { protocol, host } = new URL(text)
      const credentials = protocol === 'https:' ? secureCredentials(files) : grpc.credentials.createInsecure()
      return new grpc.Client(host, credentials, CHANNEL_OPTIONS)
    })
  }

  range(request: RangeRequest, options: CallOptions): Promise<RangeResponse> {
    return this.#call(this.#methods.range, bytesOf(request), options)
  }

  txn(request: TxnRequest, options: CallOptions): Promise<TxnResponse> {
    return this.#call(this.#methods.txn, request, options)
  }

  async compact(revision: number, options: CallOptions): Promise<void> {
    await this.#call(this.#methods.compact, { revision }, options)
  }

  /**
   * Reports every change of the range from `startRevision` on. `ended` is called once, also when no member is reachable.
   * The returned function ends the watch.
   */
  watch(
    request: { readonly key: string; readonly rangeEnd: string; readonly startRevision: number },
    { deadline, take, ended }: { deadline: number; take(response: WatchResponse): void; ended(): void },
  ): () => void {
    let stream: grpc.ClientDuplexStream<object, WatchResponse> | undefined
    let isOver = false
    const end = (): void => {
      if (isOver) return
      isOver = true
      ended()
    }
    this.#connected(deadline).then((client) => {
      if (isOver) return
      const { path, requestSerialize, responseDeserialize } = this.#methods.watch
      // With this header, a member without a leader ends the watch instead of pausing it.
      const metadata = new grpc.Metadata()
      metadata.set('hasleader', 'true')
      stream = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, metadata)
      stream.on('data', (response) => {
        if (!isOver) take(response)
      })
      const failed = (): void => {
        if (!isOver) this.#next(client)
        end()
      }
      stream.on('error', failed).on('end', failed)
      const { key, rangeEnd, startRevision } = request
      const range = { key: Buffer.from(key), rangeEnd: Buffer.from(rangeEnd) }
      stream.write({ createRequest: { ...range, startRevision, progressNotify: true } })
    }, end)
    return () => {
      end()
      stream?.cancel()
    }
  }

  close(): void {
    for (const member of this.#members) member.close()
  }

  async #call<Request, Response>(
    { path, requestSerialize, responseDeserialize }: Method<Request, Response>,
    request: Request,
    { deadline, sent }: CallOptions,
  ): Promise<Response> {
    const current = this.#members[this.#current]
    const client = current && isReady(current) ? current : await this.#connected(deadline)
    sent?.()
    return new Promise((resolve, reject) => {
      const answered = (error: grpc.ServiceError | null, response?: Response): void => {
        if (response !== undefined && error === null) return resolve(response)
        const failure = new CallFailed(error ?? { code: grpc.status.INTERNAL, details: 'no answer', metadata: NONE })
        if (hasUnknownOutcome(failure)) this.#next(client)
        reject(failure)
      }
      client.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, NONE, { deadline }, answered)
    })
  }

  /** @throws NotConnected */
  async #connected(deadline: number): Promise<grpc.Client> {
    for (;;) {
      const client = this.#members[this.#current]
      if (client === undefined) throw new Error('name a server: --etcd-servers')
      const waitUntil = this.#members.length === 1 ? deadline : Math.min(deadline, Date.now() + MEMBER_MS)
      const isThere = await new Promise((resolve) => client.waitForReady(waitUntil, (error) => resolve(!error)))
      if (isThere) return client
      this.#next(client)
      if (Date.now() >= deadline) throw new NotConnected('no etcd server can be reached')
    }
  }

  #next(failed: grpc.Client): void {
    if (this.#members[this.#current] === failed) this.#current = (this.#current + 1) % this.#members.length
  }
}

const NONE = new grpc.Metadata()

const isReady = (client: grpc.Client): boolean =>
  client.getChannel().getConnectivityState(false) === grpc.connectivityState.READY

/** Whether the member or the connection is gone, so that the outcome of the call is unknown. */
export const hasUnknownOutcome = ({ status }: CallFailed): boolean => UNKNOWN_OUTCOME.has(status)

const UNKNOWN_OUTCOME: ReadonlySet<grpc.status> = new Set([
  grpc.status.UNAVAILABLE,
  grpc.status.DEADLINE_EXCEEDED,
  grpc.status.CANCELLED,
  grpc.status.UNKNOWN,
  grpc.status.INTERNAL,
])

/** An empty `rangeEnd` must not be sent: etcd would return every key from `key` on. */
const bytesOf = ({ key, rangeEnd, ...rest }: RangeRequest) => ({
  ...rest,
  key: Buffer.from(key),
  ...(rangeEnd !== undefined && { rangeEnd: Buffer.from(rangeEnd) }),
})

type Method<Request, Response> = MethodDefinition<Request, Response>

/** Reads etcd's service definition; the types above describe it. */
function loadMethods() {
  const file = fileURLToPath(new URL('etcd.proto', import.meta.url))
  const services = loadSync(file, { longs: Number, enums: String, defaults: true, oneofs: true })
  const method = <Request, Response>(service: string, name: string): Method<Request, Response> => {
    const definition = services[`etcdserverpb.${service}`]
    const found = definition && Object.entries(definition).find(([known]) => known === name)
    if (found === undefined) throw new Error(`add ${service}.${name} to ${file}`)
    return found[1] as Method<Request, Response>
  }
  return {
    range: method<ReturnType<typeof bytesOf>, RangeResponse>('KV', 'Range'),
    txn: method<TxnRequest, TxnResponse>('KV', 'Txn'),
    compact: method<{ readonly revision: number }, object>('KV', 'Compact'),
    watch: method<object, WatchResponse>('Watch', 'Watch'),
  }
}
