import type { WebhookAnswerMessage } from '../../worker/host/messages.ts'

type Answer = NonNullable<WebhookAnswerMessage['answer']>

/** A call whose write waits: the handler has answered, and the reader decides what the server receives. */
export interface HeldCall {
  readonly title: string
  readonly request: string
  readonly answer: Answer
  /** Sends the answer with this body to the server. */
  goOn(body: string): void
}

interface PassedCall extends Pick<HeldCall, 'title' | 'request' | 'answer'> {
  /** Ends the server's time limit of the call. */
  hold(): void
}

/** Holds one call of a webhook between the handler and the server. */
export class Breakpoint {
  #isSet = $state(false)
  #held = $state.raw<HeldCall>()

  /** The next call will be held. */
  get isSet(): boolean {
    return this.#isSet
  }

  get held(): HeldCall | undefined {
    return this.#held
  }

  set(): void {
    this.#isSet = true
  }

  /** No call is held any more; a held one goes on with the handler's own answer. */
  clear(): void {
    this.#isSet = false
    this.#held?.goOn(this.#held.answer.body)
  }

  /** Resolves at once to the answer, or, for the call that is held, when the reader lets it go on. */
  pass({ title, request, answer, hold }: PassedCall, signal: AbortSignal): Promise<Answer> {
    if (!this.#isSet) return Promise.resolve(answer)
    this.#isSet = false
    hold()
    return new Promise((resolve) => {
      const goOn = (body: string): void => {
        this.#held = undefined
        resolve({ ...answer, body })
      }
      this.#held = { title, request, answer, goOn }
      // The caller of the write has left.
      signal.addEventListener('abort', () => goOn(answer.body), { once: true })
    })
  }
}
