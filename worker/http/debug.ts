import { PLAIN_JSON } from '../codec/negotiation.ts'
import type { RequestRecord } from '../observability/trace.ts'
import type { DocumentSource } from './non-resource-requests.ts'
import { payload } from './payload.ts'
import { wantsWatch } from './request-info.ts'

interface Records {
  records(): readonly RequestRecord[]
  follow(listener: (record: RequestRecord) => void): () => void
}

/**
 * `/debug/requests`: what the last requests went through, newest last, for people who want to see why. With `watch`,
 * a line for each further one.
 */
export function debugRequests(ring: Records): DocumentSource {
  return ({ path, query }) => {
    if (path !== '/debug/requests') return undefined
    if (!wantsWatch(query)) {
      const document = { kind: 'RequestRecordList', items: ring.records().map(writeRecord) }
      return payload(200, JSON.stringify(document), PLAIN_JSON)
    }
    let stop: (() => void) | undefined
    return {
      status: 200,
      contentType: PLAIN_JSON.mediaType,
      body: {
        start(sink) {
          const encoder = new TextEncoder()
          stop = ring.follow((record) => sink.write(encoder.encode(`${JSON.stringify(writeRecord(record))}\n`)))
        },
        stop: () => stop?.(),
      },
    }
  }
}

/** Details are computed here, not when the request ran. */
function writeRecord({ stages, ...record }: RequestRecord): object {
  return { ...record, stages: stages.map(({ stage, message, at, detail }) => ({ stage, message, at, detail })) }
}
