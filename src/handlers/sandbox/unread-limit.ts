import { SANDBOX_LIMITS } from './messages.ts'

/**
 * Limits the messages of a handler that the frame has not read. A loop that never waits can send a million of them before
 * a busy frame reads the first and ends the handler; the browser would keep them all in memory.
 */
export class UnreadLimit {
  #messages = 0
  #characters = 0

  /** Counts a message. @throws Error when more messages or characters than allowed have been sent since the last ping */
  count(text: string): void {
    this.#messages += 1
    this.#characters += text.length
    if (this.#messages > SANDBOX_LIMITS.unread || this.#characters > SANDBOX_LIMITS.unreadText)
      throw new Error('the handler sends messages faster than they are read')
  }

  /**
   * Call this for each ping. A ping arrives only after the handler has waited, and a frame that sends pings also reads the
   * messages.
   */
  reset(): void {
    this.#messages = 0
    this.#characters = 0
  }
}
