import { onAbort } from '../../worker/runtime/on-abort.ts'
import type { WebhookAnswerMessage } from '../../worker/host/messages.ts'

type Answer = NonNullable<WebhookAnswerMessage['answer']>

/**
 * A call that is held between the handler's answer and the server, until the reader decides which answer the server
 * receives.
 */
export interface HeldCall {
  readonly title: string
  readonly request: string
  readonly answer: Answer
  /** Sends the answer with this body to the server. */
  resume(body: string): void
}

interface PassedCall extends Pick<HeldCall, 'title' | 'request' | 'answer'> {
  /** Cancels the server's time limit for the call. */
  hold(): void
}

/** Holds one call of a webhook between the handler and the server. */
export class Breakpoint {
  readonly #changed: () => void
  #isSet = $state(false)
  #held = $state.raw<HeldCall>()

  /** @param changed is called after `isSet` has changed */
  constructor(changed: () => void = () => undefined) {
    this.#changed = changed
  }

  /** Whether the next call will be held. */
  get isSet(): boolean {
    return this.#isSet
  }

  get held(): HeldCall | undefined {
    return this.#held
  }

  set(): void {
    this.#isSet = true
    this.#changed()
  }

  /** Holds no further call. A held call gets the handler's own answer. */
  clear(): void {
    this.#isSet = false
    this.#changed()
    this.#held?.resume(this.#held.answer.body)
  }

  /** Resolves at once to the handler's answer. A held call resolves later, to the reader's answer, when the reader resumes it. */
  pass({ title, request, answer, hold }: PassedCall, signal: AbortSignal): Promise<Answer> {
    if (!this.#isSet) return Promise.resolve(answer)
    this.#isSet = false
    this.#changed()
    hold()
    return new Promise((resolve) => {
      let remove = (): void => undefined
      const resume = (body: string): void => {
        remove()
        this.#held = undefined
        resolve({ ...answer, body })
      }
      this.#held = { title, request, answer, resume }
      // The client has closed its request.
      remove = onAbort(signal, () => resume(answer.body))
    })
  }
}
