import type { DocumentSource } from '../non-resource-requests.ts'
import { historyDocument, type HistorySource } from './history.ts'
import type { RequestSource } from './request-description.ts'
import { requestRecords } from './request-records.ts'

/** The documents below `/debug` that every server has. */
export function debugDocuments(source: HistorySource & RequestSource): DocumentSource {
  const sources = [requestRecords(source), historyDocument(source)]
  return async (...exchange) => {
    for (const each of sources) {
      const answer = await each(...exchange)
      if (answer !== undefined) return answer
    }
    return undefined
  }
}
