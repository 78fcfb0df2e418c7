import { onAbort } from '../runtime/on-abort.ts'
import type { WebhookAnswer, WebhookCall, WebhookCaller } from '../webhooks/backend.ts'
import { answerOfHandler, connectionFault } from '../webhooks/handler-call.ts'
import { readToWorker } from './incoming.ts'
import type {
  DirectMessage,
  FromWorker,
  OfferMessage,
  ToWorker,
  WebhookAnswerMessage,
  WebhookMessage,
} from './messages.ts'
import type { RoutedLink, RoutedMessage, WebhookLinks } from './webhook-links.ts'
import { portWire, type Wire } from './wire.ts'

/** Calls in progress for all clusters together; more are refused. */
const MAX_CALLS = 1_000

type Send = (message: FromWorker) => void

/** A page, and the ports of its handlers by cluster and host. */
interface Page {
  readonly send: Send
  readonly directs: Map<string, Wire<FromWorker, ToWorker>>
}

const directKey = (cluster: string, host: string): string => `${cluster} ${host}`

interface PendingCall {
  readonly message: WebhookMessage
  readonly page: Page
  /** Sends to the receiver of the call: the page or its handler. */
  via: Send
  resolve(answer: WebhookAnswer): void
  reject(error: Error): void
  readonly hold: WebhookCall['hold']
}

/**
 * Webhook calls of the clusters in this worker to handlers, which pages run. A page offers hosts, `guard.default.svc`,
 * for a cluster. The newest offer of a host receives its calls, over the handler's own port when the page has sent one.
 */
export class WebhookRoutes implements WebhookLinks {
  readonly #offers = new Map<string, Map<string, Page>>()
  readonly #calls = new Map<number, PendingCall>()
  #lastCall = 0

  caller(cluster: string): WebhookCaller {
    return (call) => this.#call(cluster, call)
  }

  open(send: Send): RoutedLink {
    const page: Page = { send, directs: new Map() }
    return { receive: (message) => this.#receive(message, page), close: () => this.#close(page) }
  }

  #receive(message: RoutedMessage, page: Page): void {
    if (message.type === 'offer') this.#offer(message, page)
    else if (message.type === 'direct') this.#direct(message, page)
    else if (message.type === 'webhook-answer') this.#answer(message, page.send)
    else this.#received(message.call, page.send)?.hold?.()
  }

  #offer({ cluster, hosts }: OfferMessage, page: Page): void {
    const offers = this.#offers.get(cluster) ?? new Map<string, Page>()
    this.#offers.set(cluster, offers)
    for (const [host, its] of offers) if (its === page) offers.delete(host)
    for (const host of hosts) offers.set(host, page)
  }

  #direct({ cluster, host, port }: DirectMessage, page: Page): void {
    const key = directKey(cluster, host)
    const earlier = page.directs.get(key)
    page.directs.delete(key)
    if (port !== undefined) {
      const wire = portWire<FromWorker, ToWorker>(port)
      page.directs.set(key, wire)
      wire.receive((data) => {
        const message = readToWorker(data)
        if (message?.type === 'webhook-answer') this.#answer(message, wire.send)
      })
    }
    if (earlier === undefined) return
    earlier.close()
    for (const pending of this.#calls.values()) {
      if (pending.via !== earlier.send) continue
      pending.via = page.send
      page.send(pending.message)
    }
  }

  #call(cluster: string, call: WebhookCall): Promise<WebhookAnswer> {
    const { url, dial } = call
    const host = new URL(url).hostname
    // The address of an ExternalName is outside the cluster.
    const page = dial === undefined || dial.isVirtual ? this.#offers.get(cluster)?.get(host) : undefined
    if (page === undefined) return Promise.reject(new Error(unreachable(host, dial)))
    const fault = connectionFault(call)
    if (fault !== undefined) return Promise.reject(new Error(fault))
    if (this.#calls.size >= MAX_CALLS)
      return Promise.reject(new Error(`${MAX_CALLS} calls of webhooks are in progress`))
    const via = page.directs.get(directKey(cluster, host))?.send ?? page.send
    return this.#sent(cluster, call, { page, via })
  }

  #sent(
    cluster: string,
    { url, method, body = '', userAgent, signal, hold }: WebhookCall,
    to: Pick<PendingCall, 'page' | 'via'>,
  ): Promise<WebhookAnswer> {
    return new Promise((resolve, reject) => {
      const call = ++this.#lastCall
      const message: WebhookMessage = { type: 'webhook', cluster, call, method, url, userAgent, body }
      let remove = (): void => undefined
      const settled = (): void => {
        this.#calls.delete(call)
        remove()
      }
      const pending: PendingCall = {
        ...to,
        message,
        hold,
        resolve(answer) {
          settled()
          resolve(answer)
        },
        reject(error) {
          settled()
          reject(error)
        },
      }
      if (signal.aborted) return reject(new Error('the call was aborted'))
      this.#calls.set(call, pending)
      remove = onAbort(signal, () => {
        pending.via({ type: 'webhook-abort', call })
        pending.reject(new Error('the call was aborted'))
      })
      pending.via(message)
    })
  }

  /** A page or a handler answers only the calls that it received. */
  #answer({ call, answer }: WebhookAnswerMessage, via: Send): void {
    const pending = this.#received(call, via)
    if (pending === undefined) return
    if (answer === undefined) return pending.reject(new Error('EOF'))
    pending.resolve(answerOfHandler(answer))
  }

  /** The call with this id, when it was sent to this receiver. */
  #received(call: number, via: Send): PendingCall | undefined {
    const pending = this.#calls.get(call)
    return pending?.via === via ? pending : undefined
  }

  #close(page: Page): void {
    for (const offers of this.#offers.values()) for (const [host, its] of offers) if (its === page) offers.delete(host)
    for (const wire of page.directs.values()) wire.close()
    for (const pending of this.#calls.values()) if (pending.page === page) pending.reject(new Error('EOF'))
  }
}

function unreachable(host: string, dial: WebhookCall['dial']): string {
  if (dial?.isVirtual) return `dial tcp ${dial.host}:${dial.port}: connect: no route to host`
  return `no handler of an open page answers for ${host}, and a browser tab reaches no other backend`
}
