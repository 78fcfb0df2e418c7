import type { ByteSink, ByteStream } from '../api/exchange.ts'
import type { ApiObject } from '../api/object.ts'
import { Pieces } from '../runtime/pieces.ts'
import { stringifyJson } from '../codec/encode.ts'
import { encodeWatchFrame } from '../codec/lazy-protobuf.ts'
import type { WatchEvent } from '../verbs/verbs.ts'
import type { Form } from './form.ts'
import { writeObject } from './forms.ts'
import { encodeDocument } from './payload.ts'

/** Unread bytes after which the watch of a reader is ended; the reader lists and watches again. */
const BACKLOG_LIMIT = 16 * 1024 * 1024

/** Begins a watch and returns the function that stops it; it may send events before it returns. */
type BeginWatch = (event: (event: WatchEvent) => void, end: () => void) => Promise<() => void>

export interface WatchObserver {
  /**
   * Called when the watch is set up.
   * @param backlog The bytes that the reader has not taken yet
   */
  began(backlog: () => number): void
  /** Called when the watch ends, even if it was never set up. */
  ended(ending: string): void
}

const encoder = new TextEncoder()
const sizeOf = (chunks: readonly Uint8Array[]): number => chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)

/**
 * A watch as a stream of frames: one JSON document a line, or messages with their length before them. The watch is set up
 * before the stream is created, so errors of the setup are still answered as a Status. Events are buffered until the host
 * starts the stream.
 *
 * @param frame Encodes an event. Returns undefined when the event cannot be encoded; the stream then ends.
 */
export async function openWatch(
  begin: BeginWatch,
  frame: (event: WatchEvent) => Uint8Array | undefined,
  observer?: WatchObserver,
): Promise<ByteStream> {
  const early: Uint8Array[] = []
  let sink: ByteSink | undefined
  let ended = false
  let stopWatch: (() => void) | undefined
  const end = (ending = 'the server ended it'): void => {
    if (ended) return
    ended = true
    stopWatch?.()
    observer?.ended(ending)
    sink?.end()
  }
  const take = (event: WatchEvent): void => {
    if (ended) return
    const bytes = frame(event)
    if (bytes === undefined) end('an event could not be encoded')
    else if (sink === undefined) early.push(bytes)
    else if (sink.backlog() > BACKLOG_LIMIT) end('its reader was too slow')
    else sink.write(bytes)
  }
  try {
    stopWatch = await begin(take, () => end())
  } catch (error) {
    observer?.ended('the server refused it')
    throw error
  }
  if (ended) stopWatch()
  else observer?.began(() => sink?.backlog() ?? sizeOf(early))
  return {
    start(host) {
      sink = host
      for (const bytes of early.splice(0)) host.write(bytes)
      if (ended) host.end()
    },
    stop: () => end('the client closed it'),
  }
}

/**
 * Returns a function that writes an event in one form. Watchers of a change share its frame. The first Table of each watch is
 * not shared, because only that Table describes its columns.
 */
export function frameWriter(form: Form, bookmark: BookmarkWriter): (event: WatchEvent) => Uint8Array | undefined {
  let described = form.negotiated.transform?.kind !== 'Table'
  const failed = form.negotiated.format === 'protobuf' ? encodeDocument : stringifyJson
  const frame = form.negotiated.format === 'protobuf' ? message : line
  const keys = {
    ADDED: frameKey('ADDED', form),
    MODIFIED: frameKey('MODIFIED', form),
    DELETED: frameKey('DELETED', form),
  }
  return (event) => {
    // The object of an event is never a list, even when it is a Status, so the real server fails to encode it.
    if (form.negotiated.transform?.kind === 'PartialObjectMetadataList') return undefined
    if (event.type === 'ERROR') return frame('ERROR', failed(event.status))
    const definitions = !described
    described = true
    if (event.type === 'BOOKMARK') {
      const object = bookmark(event.resourceVersion, event.initialEventsEnd)
      return frame('BOOKMARK', writeObject({ object }, form, definitions))
    }
    if (definitions) return frame(event.type, writeObject(event.view, form, true))
    const key = keys[event.type]
    let bytes = event.encoded.get(key)
    if (bytes === undefined) {
      bytes = frame(event.type, writeObject(event.view, form, false))
      event.encoded.set(key, bytes)
    }
    return bytes
  }
}

type BookmarkWriter = (resourceVersion: string, initialEventsEnd: boolean) => ApiObject

/**
 * The key of a shared frame. It includes the event type: with a selector, one change is an addition to some watchers and a
 * deletion to others.
 */
function frameKey(type: string, form: Form): string {
  const { transform } = form.negotiated
  const own = `${type} ${form.head.apiVersion} ${form.negotiated.format}`
  return transform === undefined ? own : `${own} ${transform.kind} ${form.apiVersion} ${form.include}`
}

function line(type: string, object: string | Uint8Array): Uint8Array {
  const head = `{"type":"${type}","object":`
  if (typeof object === 'string') return encoder.encode(`${head}${object}}\n`)
  return new Pieces([encoder.encode(head), object, END]).join()
}

const message = (type: string, object: string | Uint8Array): Uint8Array => {
  if (typeof object === 'string') throw new Error('A protobuf frame holds what encodeProtobuf made, not text')
  return encodeWatchFrame(type, object)
}

const END = encoder.encode('}\n')
