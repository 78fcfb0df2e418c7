import type { WebhookAnswer, WebhookCall, WebhookCaller } from '../webhooks/backend.ts'
import { answerOfHandler, connectionFault } from '../webhooks/handler-call.ts'
import type { FromWorker, OfferMessage, WebhookAnswerMessage, WebhookHoldMessage } from './messages.ts'

/** Calls in progress for all clusters together; more are refused. */
const MAX_CALLS = 1_000

type Send = (message: FromWorker) => void

interface PendingCall {
  readonly send: Send
  resolve(answer: WebhookAnswer): void
  reject(error: Error): void
  readonly hold: WebhookCall['hold']
}

/** One link's end: the offers and answers that arrive on it. */
export interface RoutedLink {
  offer(message: OfferMessage): void
  answer(message: WebhookAnswerMessage): void
  hold(message: WebhookHoldMessage): void
  /** The link is gone: its offers end, and its calls fail. */
  close(): void
}

/**
 * Webhook calls of the clusters in this worker to handlers, which pages run. A page offers hosts, `guard.default.svc`,
 * for a cluster; the newest offer of a host receives its calls.
 */
export class WebhookRoutes {
  readonly #offers = new Map<string, Map<string, Send>>()
  readonly #calls = new Map<number, PendingCall>()
  #lastCall = 0

  /** Returns the caller of webhooks for the server of one cluster. Its errors follow `Post "url": `. */
  caller(cluster: string): WebhookCaller {
    return (call) => this.#call(cluster, call)
  }

  open(send: Send): RoutedLink {
    return {
      offer: ({ cluster, hosts }) => this.#offer(cluster, hosts, send),
      answer: (message) => this.#answer(message, send),
      hold: ({ call }) => this.#received(call, send)?.hold?.(),
      close: () => this.#close(send),
    }
  }

  #offer(cluster: string, hosts: readonly string[], send: Send): void {
    const offers = this.#offers.get(cluster) ?? new Map<string, Send>()
    this.#offers.set(cluster, offers)
    for (const [host, its] of offers) if (its === send) offers.delete(host)
    for (const host of hosts) offers.set(host, send)
  }

  #call(cluster: string, call: WebhookCall): Promise<WebhookAnswer> {
    const { url, dial } = call
    const host = new URL(url).hostname
    // The address of an ExternalName is outside the cluster.
    const send = dial === undefined || dial.isVirtual ? this.#offers.get(cluster)?.get(host) : undefined
    if (send === undefined) return Promise.reject(new Error(unreachable(host, dial)))
    const fault = connectionFault(call)
    if (fault !== undefined) return Promise.reject(new Error(fault))
    if (this.#calls.size >= MAX_CALLS)
      return Promise.reject(new Error(`${MAX_CALLS} calls of webhooks are in progress`))
    return this.#sent(cluster, call, send)
  }

  #sent(
    cluster: string,
    { url, method, body, userAgent, signal, hold }: WebhookCall,
    send: Send,
  ): Promise<WebhookAnswer> {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastCall
      const abort = (): void => {
        this.#calls.delete(id)
        send({ type: 'webhook-abort', call: id })
        reject(new Error('the call was aborted'))
      }
      const settled = (): void => {
        this.#calls.delete(id)
        signal.removeEventListener('abort', abort)
      }
      this.#calls.set(id, {
        send,
        hold,
        resolve(answer) {
          settled()
          resolve(answer)
        },
        reject(error) {
          settled()
          reject(error)
        },
      })
      signal.addEventListener('abort', abort, { once: true })
      send({ type: 'webhook', cluster, call: id, method, url, userAgent, body: body ?? '' })
    })
  }

  /** A page answers only the calls that it received. */
  #answer({ call, answer }: WebhookAnswerMessage, send: Send): void {
    const pending = this.#received(call, send)
    if (pending === undefined) return
    if (answer === undefined) return pending.reject(new Error('EOF'))
    pending.resolve(answerOfHandler(answer))
  }

  /** The call with this id, when it was sent to this page. */
  #received(call: number, send: Send): PendingCall | undefined {
    const pending = this.#calls.get(call)
    return pending?.send === send ? pending : undefined
  }

  #close(send: Send): void {
    for (const offers of this.#offers.values()) for (const [host, its] of offers) if (its === send) offers.delete(host)
    for (const pending of this.#calls.values()) if (pending.send === send) pending.reject(new Error('EOF'))
  }
}

function unreachable(host: string, dial: WebhookCall['dial']): string {
  if (dial?.isVirtual) return `dial tcp ${dial.host}:${dial.port}: connect: no route to host`
  return `no handler of an open page answers for ${host}, and a browser tab reaches no other backend`
}
