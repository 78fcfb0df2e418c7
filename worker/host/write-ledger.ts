import type { ApiResponse } from '../api/exchange.ts'
import type { Clock } from '../clock/clock.ts'
import type { FetchIdentity } from './messages.ts'

/** Milliseconds for which an answer is kept: longer than any client retries. */
const KEPT_MS = 60_000
/** Milliseconds within which a browser repeats a request after its service worker has restarted. */
const REPEAT_MS = 10_000

/** Remembers the answers of recent writes, so that a write sent again over another link is not applied again. */
export interface WriteLedger {
  /** Returns the answer of `write`. When the write is a repeated one, returns the earlier answer and does not call `write`. */
  once(writeId: string, write: () => Promise<ApiResponse>, fetchIdentity?: FetchIdentity): Promise<ApiResponse>
  /** The sender has the answer: a later equal request is a new write. */
  heard(writeId: string): void
}

interface Entry {
  readonly at: number
  readonly answer: Promise<ApiResponse>
  readonly fetchIdentity: FetchIdentity | undefined
  isHeard: boolean
}

export function writeLedger(clock: Clock): WriteLedger {
  const entries = new Map<string, Entry>()
  const forget = (): void => {
    const oldest = clock.elapsed() - KEPT_MS
    for (const [id, { at }] of entries) {
      if (at >= oldest) return
      entries.delete(id)
    }
  }
  const repeatedEntry = ({ run, hash }: FetchIdentity): Entry | undefined => {
    const oldest = clock.elapsed() - REPEAT_MS
    for (const entry of entries.values()) {
      const { fetchIdentity, isHeard, at } = entry
      if (!isHeard && at >= oldest && fetchIdentity?.hash === hash && fetchIdentity.run !== run) return entry
    }
    return undefined
  }
  return {
    once(writeId, write, fetchIdentity) {
      forget()
      const known = entries.get(writeId)
      if (known !== undefined) return known.answer
      const same = fetchIdentity && repeatedEntry(fetchIdentity)
      // The browser repeats both of two equal writes. This entry is used now, so the second repeat finds the other one.
      if (same !== undefined) same.isHeard = true
      const answer = same === undefined ? write() : same.answer
      entries.set(writeId, { at: clock.elapsed(), answer, fetchIdentity, isHeard: false })
      return answer
    },
    heard(writeId) {
      const entry = entries.get(writeId)
      if (entry !== undefined) entry.isHeard = true
    },
  }
}
