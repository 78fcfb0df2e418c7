import { exactJson } from '../../api/exact-json.ts'
import { PLAIN_JSON } from '../../codec/negotiation.ts'
import { andThen, type Awaitable } from '../../runtime/awaitable.ts'
import type { Payload } from '../payload.ts'

/** The part of a stream's sink that a source of records sees. */
interface Backlog {
  /** Returns the number of bytes that the reader has not taken yet. */
  backlog(): number
}

/** Calls `write` for each new record, until the returned function is called. */
export type FollowRecords<Entry> = (write: (entry: Entry) => void) => () => void

/**
 * A stream of JSON lines for the readers of `/debug/`.
 * @param line The object of an entry's line; undefined for an entry that this reader does not receive. Lines keep their
 *   order while a webhook authorizer decides.
 */
export function recordStream<Entry>(
  follow: FollowRecords<Entry>,
  line: (entry: Entry, reader: Backlog) => Awaitable<object | undefined>,
): Payload {
  let stop: (() => void) | undefined
  return {
    status: 200,
    contentType: PLAIN_JSON.mediaType,
    body: {
      start(sink) {
        const encoder = new TextEncoder()
        let written: Awaitable<void> = undefined
        stop = follow((entry) => {
          written = andThen(written, () =>
            andThen(line(entry, sink), (object) => {
              if (object !== undefined) sink.write(encoder.encode(`${exactJson(object)}\n`))
            }),
          )
        })
      },
      stop: () => stop?.(),
    },
  }
}
