import type { DocumentSource } from '../document-server.ts'
import { expressionDocument } from './expression.ts'
import { historyDocument, type HistorySource } from './history.ts'
import { joinedRings } from './joined-rings.ts'
import type { RequestSource } from './request-description.ts'
import { requestRecords } from './request-records.ts'
import { compaction, watchRecords, type WatchSource } from './watch-records.ts'

/** The records of requests. */
export interface RequestRings {
  readonly clients: RequestSource['ring']
  readonly controllers: RequestSource['ring']
}

interface DebugSource extends HistorySource, Omit<RequestSource, 'ring'>, Pick<WatchSource, 'watches'> {
  readonly rings: RequestRings
}

/** The documents below `/debug` that every server has. */
export function debugDocuments({ rings, ...source }: DebugSource): DocumentSource {
  const sources = [
    // Controllers come first: of two requests of the same time, the client's request is listed last.
    requestRecords({ ...source, ring: joinedRings([rings.controllers, rings.clients]) }, rings.clients),
    historyDocument(source),
    watchRecords(source),
    compaction(source),
    expressionDocument(source),
  ]
  return async (...exchange) => {
    for (const each of sources) {
      const answer = await each(...exchange)
      if (answer !== undefined) return answer
    }
    return undefined
  }
}
