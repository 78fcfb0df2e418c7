import type { TxnResponse } from './etcd-client.ts'

/**
 * Removals that write no head. Only the answer of etcd shows which server made such a removal. The event may arrive before
 * that answer, so events wait while an answer is outstanding.
 */
export class UnmarkedRemovals {
  readonly #tokens = new Map<number, string>()
  #waiting: (() => void)[] = []
  #open = 0

  /**
   * The token of this server's removal at a revision; undefined when another server made the removal. The token is forgotten,
   * because each revision has one event.
   */
  tokenOf(revision: number): string | undefined {
    const token = this.#tokens.get(revision)
    this.#tokens.delete(revision)
    return token
  }

  /** Passes the answer on, and keeps the revision of the removal when etcd made it. */
  async remember(token: string, answer: Promise<TxnResponse>): Promise<TxnResponse> {
    this.#open++
    try {
      const response = await answer
      if (response.succeeded) this.#tokens.set(response.header.revision, token)
      return response
    } finally {
      this.#open--
      if (this.#open === 0) this.#release()
    }
  }

  /** Calls `take` now, or after the open answers. The order of the calls is kept. */
  inOrder(take: () => void): void {
    if (this.#open > 0) this.#waiting.push(take)
    else take()
  }

  #release(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const take of waiting) take()
  }
}
