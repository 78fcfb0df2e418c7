import type { Authorizer } from '../../authorization/authorizer.ts'
import { PLAIN_JSON } from '../../codec/negotiation.ts'
import type { RequestRecord } from '../../observability/trace.ts'
import { andThen, type Awaitable } from '../../runtime/awaitable.ts'
import type { DocumentSource } from '../non-resource-requests.ts'
import { payload, type Payload } from '../payload.ts'
import { readRequestInfo, TextRefusal, wantsWatch, type RequestInfo } from '../request-info.ts'
import { DebugReader } from './debug-access.ts'

interface RequestRecords {
  records(): readonly RequestRecord[]
  follow(listener: (record: RequestRecord) => void): () => void
}

/**
 * `/debug/requests`: the stages of the last requests, newest last: the reader's own requests and those about objects
 * that the reader may `get`. With `watch`, a line for each further request.
 */
export function requestRecords(ring: RequestRecords, authorizer: Authorizer): DocumentSource {
  return async ({ path, query }, _request, user) => {
    if (path !== '/debug/requests') return undefined
    const reader = new DebugReader(authorizer, user)
    if (wantsWatch(query)) return follow(ring, () => new DebugReader(authorizer, user))
    const items: object[] = []
    for (const record of ring.records()) if (await mayRead(reader, record)) items.push(writeRecord(record))
    return payload(200, JSON.stringify({ kind: 'RequestRecordList', items }), PLAIN_JSON)
  }
}

/** @param newReader For each record, because roles change during a watch. */
function follow(ring: RequestRecords, newReader: () => DebugReader): Payload {
  let stop: (() => void) | undefined
  return {
    status: 200,
    contentType: PLAIN_JSON.mediaType,
    body: {
      start(sink) {
        const encoder = new TextEncoder()
        // Keeps the order of records while a webhook authorizer decides.
        let written: Awaitable<void> = undefined
        stop = ring.follow((record) => {
          written = andThen(written, () =>
            andThen(mayRead(newReader(), record), (isReadable) => {
              if (isReadable) sink.write(encoder.encode(`${JSON.stringify(writeRecord(record))}\n`))
            }),
          )
        })
      },
      stop: () => stop?.(),
    },
  }
}

function mayRead(reader: DebugReader, { method, url, user }: RequestRecord): Awaitable<boolean> {
  if (user === reader.user.username) return true
  const info = infoOf(method, url)
  return info?.resourceRequest === true ? reader.mayGet(info) : true
}

function infoOf(method: string, url: string): RequestInfo | undefined {
  try {
    return readRequestInfo(method, url)
  } catch (error) {
    // The server refused such a request for its URL, so the record names no object.
    if (error instanceof TextRefusal) return undefined
    throw error
  }
}

/** Details are computed here, not when the request ran. */
function writeRecord({ stages, ...record }: RequestRecord): object {
  return { ...record, stages: stages.map(({ stage, message, at, detail }) => ({ stage, message, at, detail })) }
}
