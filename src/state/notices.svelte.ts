import { ApiError, errorMessage } from '../client/api-error.ts'
import type { Notice } from '../contracts/commands.ts'

interface ShownNotice extends Notice {
  readonly id: number
}

const SHOWN_MS = 6000
const MAX_NOTICES = 4

/**
 * Short messages in the corner. Warnings, errors and lasting messages stay until the user dismisses them; other messages
 * disappear after some time. Only the newest four are shown.
 */
class Notices {
  #shown = $state.raw<readonly ShownNotice[]>([])
  #nextId = 1

  get shown(): readonly ShownNotice[] {
    return this.#shown
  }

  show(notice: Notice): void {
    const id = this.#nextId++
    const others = this.#shown.filter((other) => other.title !== notice.title || other.detail !== notice.detail)
    this.#shown = [...others, { ...notice, id }].slice(-MAX_NOTICES)
    const passing = (notice.tone === 'info' || notice.tone === 'success') && notice.lasting !== true
    if (passing) setTimeout(() => this.dismiss(id), SHOWN_MS)
  }

  /** Adds an error notice: the failed action, the message of the server, and the id of its cluster. */
  fail(title: string, error: unknown, cluster?: string): void {
    const code = error instanceof ApiError ? ` (${error.code}${error.reason === '' ? '' : ` ${error.reason}`})` : ''
    this.show({ tone: 'error', title: title + code, detail: errorMessage(error), ...(cluster && { cluster }) })
  }

  dismiss(id: number): void {
    this.#shown = this.#shown.filter((notice) => notice.id !== id)
  }

  /** Removes the notices about a cluster. */
  leave(cluster: string): void {
    this.#shown = this.#shown.filter((notice) => notice.cluster !== cluster)
  }

  clear(): void {
    this.#shown = []
  }
}

export const notices = new Notices()
