import { exactJson } from '../../api/exact-json.ts'
import { resourceNotFound } from '../../api/status.ts'
import { PLAIN_JSON } from '../../codec/negotiation.ts'
import type { RequestRecord } from '../../observability/trace.ts'
import { andThen, type Awaitable } from '../../runtime/awaitable.ts'
import type { DocumentSource } from '../document-server.ts'
import { payload, type Payload } from '../payload.ts'
import { readRequestInfo, TextRefusal, wantsWatch, type RequestInfo } from '../request-info.ts'
import { DebugReader } from './debug-access.ts'
import { changedBy } from './recorded-changes.ts'
import { recordStream } from './record-stream.ts'
import { describeRequest, isQuoting, withoutQuote, type RequestSource } from './request-description.ts'

/**
 * `/debug/requests`: the stages of the last requests of clients, newest last. It lists the reader's own requests, requests for
 * paths without an object, and requests about objects that the reader may `get`. Parameters: `controllers` adds the requests of
 * controllers. `watch` sends a line for each further request. `id` (an audit id) returns one request with the details of its
 * stages, its headers and its bodies; `values` then shows the values of a Secret that the reader may `get`.
 * @param clients The requests of clients alone
 */
export function requestRecords(source: RequestSource, clients: RequestSource['ring']): DocumentSource {
  const { authorizer } = source
  return async ({ path, query }, _request, user) => {
    if (path !== '/debug/requests') return undefined
    const reader = new DebugReader(authorizer, user)
    const id = query.get('id')
    if (id !== null) return oneRecord(source, reader, { id, values: query.get('values') === 'true' })
    const ring = query.has('controllers') ? source.ring : clients
    if (wantsWatch(query)) {
      // A new DebugReader for each record: its cached decisions would outlast changes of roles during a watch.
      const readable = (record: RequestRecord) => mayRead(new DebugReader(authorizer, user), record)
      return recordStream<RequestRecord>(
        (write) => ring.follow(write, changedBy),
        (record) => andThen(readable(record), (isReadable) => (isReadable ? writeRecord(record) : undefined)),
      )
    }
    const items: object[] = []
    for (const record of ring.records()) if (await mayRead(reader, record)) items.push(writeRecord(record))
    return payload(200, JSON.stringify({ kind: 'RequestRecordList', items }), PLAIN_JSON)
  }
}

interface Asked {
  readonly id: string
  readonly values: boolean
}

async function oneRecord(source: RequestSource, reader: DebugReader, { id, values }: Asked): Promise<Payload> {
  const record = source.ring.records().findLast((each) => each.id === id)
  if (record === undefined || !(await mayRead(reader, record))) throw resourceNotFound()
  const document = await describeRequest(source, reader, record, { info: infoOf(record.method, record.url), values })
  return payload(200, exactJson(document), PLAIN_JSON)
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

/** The record without the details of its stages, which only the description of one request has. */
function writeRecord({ stages, ...record }: RequestRecord): object {
  const quotes = isQuoting(record.status, infoOf(record.method, record.url))
  const texts = stages.map(({ stage, message, at }) => ({ stage, message, at }))
  return { ...record, stages: quotes ? texts.map(withoutQuote) : texts }
}
