import type { FromWorker, ToWorker, WebhookMessage } from '../../../worker/host/messages.ts'
import { portWire, type Wire } from '../../../worker/host/wire.ts'
import type { AnsweredCall } from '../webhook-service.ts'
import { httpCall, readAnswer, webhookOutcome } from '../webhook-service.ts'
import type { CalledMessage, DirectCall, FromFrame, ToFrame } from './messages.ts'
import { RECORD_LIMITS as LIMITS } from './messages.ts'

interface DirectCallsOptions {
  /** Passes a message to the gate. */
  gate(message: ToFrame): void
  /** Sends the records of finished calls to the page. */
  report(message: CalledMessage): void
  /** Milliseconds since 1970, with fractions. */
  now(): number
  after(ms: number, task: () => void): void
}

type ApiWire = Wire<ToWorker, FromWorker>

interface PendingCall {
  readonly message: WebhookMessage
  readonly wire: ApiWire
  readonly at: number
}

interface EndedCall extends Pick<PendingCall, 'message' | 'at'> {
  readonly answered: AnsweredCall
  readonly duration: number
}

/** Milliseconds during which records are collected: the page then receives many records in one message. */
const GATHER_MS = 100

/**
 * Webhook calls that the API worker sends to the frame over a separate port. The thread of the page is often busy, so
 * it takes no part in a call and receives the record later.
 */
export class DirectCalls {
  readonly #options: DirectCallsOptions
  #wire: ApiWire | undefined
  /** Calls by their id at the handler, which is negative. The page's calls have positive ids. */
  readonly #calls = new Map<number, PendingCall>()
  #lastId = 0
  #ended: EndedCall[] = []
  #end: string | undefined

  constructor(options: DirectCallsOptions) {
    this.#options = options
  }

  /** Serves a new port instead of the earlier one. The API worker sends the earlier port's calls to the page. */
  open(port: MessagePort): void {
    this.#wire?.close()
    this.#calls.clear()
    const wire: ApiWire = portWire(port)
    this.#wire = wire
    wire.receive((message) => {
      if (message.type === 'webhook') this.#begin(message, wire)
      else if (message.type === 'webhook-abort') this.#abort(message.call)
    })
  }

  /** Takes the result of a direct call. Returns whether it took the message; the page has to receive any other. */
  take({ type, id, text }: FromFrame): boolean {
    if (type === 'ended') {
      this.#end = text
      for (const pending of this.#calls.keys()) this.#finish(pending, { answer: undefined, error: text })
    }
    if ((type !== 'result' && type !== 'fault') || id >= 0) return false
    this.#finish(id, type === 'result' ? readAnswer(text) : { answer: undefined, error: text })
    return true
  }

  #begin(message: WebhookMessage, wire: ApiWire): void {
    const id = --this.#lastId
    this.#calls.set(id, { message, wire, at: this.#options.now() })
    if (this.#end !== undefined) this.#finish(id, { answer: undefined, error: this.#end })
    else this.#options.gate({ type: 'call', id, text: JSON.stringify(httpCall(message)) })
  }

  #abort(call: number): void {
    for (const [id, { message }] of this.#calls) {
      if (message.call !== call) continue
      this.#options.gate({ type: 'abort', id })
      this.#finish(id, { answer: undefined, error: 'the call was abandoned' })
    }
  }

  #finish(id: number, answered: AnsweredCall): void {
    const pending = this.#calls.get(id)
    if (pending === undefined) return
    this.#calls.delete(id)
    const { wire, at, message } = pending
    wire.send({ type: 'webhook-answer', call: message.call, answer: answered.answer })
    const count = this.#ended.push({ message, answered, at, duration: this.#options.now() - at })
    if (count === 1) this.#options.after(GATHER_MS, () => this.#report())
    else if (count > LIMITS.calls) this.#ended.shift()
  }

  #report(): void {
    this.#options.report({ type: 'called', id: 0, text: JSON.stringify(this.#ended.map(recordOf)) })
    this.#ended = []
  }
}

function recordOf({ message, answered, at, duration }: EndedCall): DirectCall {
  const { method, url, body } = message
  const { answer, verdict, isFault } = webhookOutcome(answered)
  // One character more than the limit: the page does not repeat longer requests, so it never repeats a cut one.
  const cut = { body: body.slice(0, LIMITS.repeated + 1), answer: answer.slice(0, LIMITS.text) }
  return { method, url, ...cut, verdict, isFault, at, duration }
}
