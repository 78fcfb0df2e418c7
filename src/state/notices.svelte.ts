import { ApiError, describeError } from '../client/api-error.ts'
import type { Notice } from '../contracts/commands.ts'

interface ShownNotice extends Notice {
  readonly id: number
}

const SHOWN_MS = 6000
const MOST = 4

/** Short messages in the corner. What went wrong stays until it is dismissed; what went well leaves by itself. */
class Notices {
  #shown = $state.raw<readonly ShownNotice[]>([])
  #any = $state(false)
  #nextId = 1

  /** Whether there ever was one: until then nothing needs to be there to show it. */
  get any(): boolean {
    return this.#any
  }

  get shown(): readonly ShownNotice[] {
    return this.#shown
  }

  show(notice: Notice): void {
    const id = this.#nextId++
    this.#any = true
    const others = this.#shown.filter((other) => other.title !== notice.title || other.detail !== notice.detail)
    this.#shown = [...others, { ...notice, id }].slice(-MOST)
    const passing = (notice.tone === 'info' || notice.tone === 'success') && notice.lasting !== true
    if (passing) setTimeout(() => this.dismiss(id), SHOWN_MS)
  }

  /** A failed action: what was tried, and the server's own words. */
  fail(title: string, error: unknown): void {
    const code = error instanceof ApiError ? ` (${error.code}${error.reason === '' ? '' : ` ${error.reason}`})` : ''
    this.show({ tone: 'error', title: title + code, detail: describeError(error) })
  }

  dismiss(id: number): void {
    this.#shown = this.#shown.filter((notice) => notice.id !== id)
  }
}

export const notices = new Notices()
