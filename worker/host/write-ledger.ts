import type { ApiResponse } from '../api/exchange.ts'
import type { Clock } from '../clock/clock.ts'

/** How long an answer is kept: longer than any client goes on retrying. */
const KEPT_MS = 60_000

/** Remembers the answers of recent writes, so that a write sent again over another link is not applied again. */
export interface WriteLedger {
  once(writeId: string, write: () => Promise<ApiResponse>): Promise<ApiResponse>
}

export function writeLedger(clock: Clock): WriteLedger {
  const answers = new Map<string, { readonly at: number; readonly answer: Promise<ApiResponse> }>()
  const forget = (): void => {
    const oldest = clock.elapsed() - KEPT_MS
    for (const [id, { at }] of answers) {
      if (at >= oldest) return
      answers.delete(id)
    }
  }
  return {
    once(writeId, write) {
      forget()
      const known = answers.get(writeId)
      if (known !== undefined) return known.answer
      const answer = write()
      answers.set(writeId, { at: clock.elapsed(), answer })
      return answer
    },
  }
}
