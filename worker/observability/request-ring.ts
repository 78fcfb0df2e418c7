import type { Clock } from '../clock/clock.ts'
import type { ChangedBy, Content, RequestRecord, Trace, TraceStage } from './trace.ts'

/** The last requests, oldest first. Their texts are cut, because the ring must be bounded in bytes. */
export interface RequestRing {
  /**
   * Starts the record of a request; `finish` puts it into the ring.
   * @param start The arrival of the request, by the clock's `elapsed`.
   */
  begin(request: BegunRequest, start: number): RecordedTrace
  records(): readonly RequestRecord[]
  /** The headers and bodies of a record; undefined when none were recorded, or when newer ones have replaced them. */
  contentOf(record: RequestRecord): Content | undefined
  /**
   * Calls `listener` with every finished record until the returned function is called.
   * @param changedBy Computes the changes in the traces of later requests. The caller passes the function, because its module
   * should load with the first reader only.
   */
  follow(listener: (record: RequestRecord) => void, changedBy?: ChangedBy): () => void
}

/** The known parts of a request when it begins. A request without `controller` comes from a client. */
type BegunRequest = Pick<RequestRecord, 'id' | 'method' | 'url' | 'userAgent' | 'startedAt'> & {
  readonly controller?: string
}

export interface RecordedTrace extends Trace {
  /** @param content Absent for requests whose bodies no reader may see. */
  finish(answer: Answered, content?: Content): void
}

type Answered = Pick<RequestRecord, 'user' | 'actingAs' | 'groups' | 'status' | 'responseBytes' | 'duration'>

/** The name, message and time of a stage, and the function that computes its detail. */
type StageParts = [stage: string, message: string, at: number, detail: (() => unknown) | undefined]

/**
 * A record with the parts of all stages in one flat list, which takes little memory. Hundreds of records outlive their
 * requests, and nearly all are dropped unread.
 */
interface RecordSlot {
  readonly record: Omit<RequestRecord, 'stages'>
  readonly parts: readonly StageParts[number][]
  content: Content | undefined
}

/** A stage whose detail is computed when it is read. */
class LazyStage implements TraceStage {
  readonly stage: string
  readonly message: string
  readonly at: number
  readonly #compute: (() => unknown) | undefined

  constructor(...[stage, message, at, compute]: StageParts) {
    this.stage = stage
    this.message = message
    this.at = at
    this.#compute = compute
  }

  get detail(): unknown {
    return this.#compute?.()
  }
}

function recordOf({ parts, record }: RecordSlot): RequestRecord {
  const stages: TraceStage[] = []
  for (let i = 0; i < parts.length; i += 4) stages.push(new LazyStage(...(parts.slice(i, i + 4) as StageParts)))
  return { ...record, stages }
}

type StagePart = StageParts[number]

const computed = (parts: readonly StagePart[]): StagePart[] =>
  parts.map((part) => (typeof part === 'function' ? returning(part()) : part))

const returning =
  (value: unknown): (() => unknown) =>
  () =>
    value

/** The kept length of a text, in UTF-16 units. Clients choose URLs, user agents and names of up to a megabyte. */
const TEXT_LIMIT = 2048
/** Stages that are kept of one request; admission has about thirty plugins. */
const STAGE_LIMIT = 200
const MAX_GROUPS = 32

/**
 * The most bytes of one kept body, and of all kept bodies together. When all bodies together exceed the bound, the oldest are
 * dropped.
 */
const BODY_LIMIT = 256 * 1024
const BODIES_LIMIT = 8 * 1024 * 1024

/** The greatest length of all headers of a message together, in UTF-16 units. When they are longer, each header is cut. */
const HEADERS_LIMIT = 8192
const MAX_HEADERS = 64

function bounded(content: Content): Content {
  const { requestHeaders, requestBody, responseHeaders, responseBody } = content
  if (
    isSmall(requestBody) &&
    isSmall(responseBody) &&
    mapLength(requestHeaders) <= HEADERS_LIMIT &&
    lengthOf(responseHeaders) <= HEADERS_LIMIT
  )
    return content
  return {
    requestHeaders: new Map(cutHeaders(requestHeaders)),
    requestBody: isSmall(requestBody) ? requestBody : undefined,
    responseHeaders: cutHeaders(responseHeaders),
    responseBody: isSmall(responseBody) ? responseBody : undefined,
  }
}

type Headers = Iterable<readonly [name: string, value: string]>

function lengthOf(headers: Headers): number {
  let length = 0
  for (const [name, value] of headers) length += name.length + value.length
  return length
}

/** `lengthOf` without the array that iteration makes for each header of every request. */
function mapLength(headers: ReadonlyMap<string, string>): number {
  let length = 0
  headers.forEach((value, name) => void (length += name.length + value.length))
  return length
}

const cutHeaders = (headers: Headers): (readonly [string, string])[] =>
  lengthOf(headers) <= HEADERS_LIMIT
    ? [...headers]
    : [...headers].slice(0, MAX_HEADERS).map(([name, value]) => [cut(name), cut(value)])

type Body = Content['responseBody']
const isSmall = (body: Body): boolean => sizeOf(body) <= BODY_LIMIT
const sizeOf = (body: Body): number => body?.byteLength ?? 0
const bytesOf = (content: Content | undefined): number => sizeOf(content?.requestBody) + sizeOf(content?.responseBody)

/** The result is a copy, because a slice would keep the whole text in memory. */
const cut = (text: string): string =>
  text.length <= TEXT_LIMIT ? text : `${Array.from(text.slice(0, TEXT_LIMIT)).join('')}…`

type Begun = Omit<RequestRecord, keyof Answered | 'stages'>

const begunWith = ({ id, method, url, userAgent, startedAt, controller = '' }: BegunRequest): Begun => ({
  id: cut(id),
  method: cut(method),
  url: cut(url),
  userAgent: cut(userAgent),
  controller,
  startedAt,
})

/** Every request makes a record, so this function uses no spreads, which are slow. */
const recordWith = (
  { id, method, url, userAgent, controller, startedAt }: Begun,
  { user, actingAs, groups, status, responseBytes, duration }: Answered,
): RecordSlot['record'] => ({
  id,
  method,
  url,
  userAgent,
  controller,
  user: cut(user),
  actingAs: cut(actingAs),
  groups: groups.slice(0, MAX_GROUPS).map(cut),
  status,
  responseBytes,
  startedAt,
  duration,
})

export function requestRing(clock: Clock, capacity = 1000): RequestRing {
  const slots: RecordSlot[] = []
  const listeners = new Set<(record: RequestRecord) => void>()
  /** The number of records so far, the number of records whose bodies were dropped, and the bytes of all kept bodies. */
  let count = 0
  let emptied = 0
  let bytes = 0
  /**
   * Requests before this count record their changes even without a reader. After the last reader leaves, it allows as many
   * requests as the ring holds.
   */
  let keptUntil = 0
  let recordedBy: ChangedBy | undefined
  /** Drops the headers and bodies of a record; returns the number of bytes of the bodies. */
  const empty = (kept: RecordSlot | undefined): number => {
    const freed = bytesOf(kept?.content)
    if (kept !== undefined) kept.content = undefined
    return freed
  }
  const keep = (kept: RecordSlot): void => {
    const slot = count % capacity
    bytes -= empty(slots[slot])
    slots[slot] = kept
    count++
    emptied = Math.max(emptied, count - capacity)
    bytes += bytesOf(kept.content)
    for (; bytes > BODIES_LIMIT; emptied++) bytes -= empty(slots[emptied % capacity])
  }
  return {
    begin(request, start) {
      const parts: StageParts[number][] = []
      const begun = begunWith(request)
      return {
        // Changes are also recorded for a while without a reader: the page shows one pane at a time, so a command in the
        // terminal runs while the Requests pane is closed.
        changedBy: listeners.size > 0 || count < keptUntil ? recordedBy : undefined,
        stage(stage, message, detail, at = clock.elapsed()) {
          if (parts.length < 4 * STAGE_LIMIT) parts.push(stage, cut(message), at - start, detail)
        },
        finish(answer, content) {
          const held = content && bounded(content)
          const record = recordWith(begun, answer)
          const isWhole = content !== undefined && held === content
          // A detail that is not computed yet holds the whole request in memory.
          const kept = { record, parts: isWhole ? parts : computed(parts), content: held }
          keep(kept)
          for (const listener of listeners) listener(recordOf(kept))
        },
      }
    },
    records() {
      const next = count % capacity
      return [...slots.slice(next), ...slots.slice(0, next)].map(recordOf)
    },
    contentOf: ({ id, startedAt }) =>
      slots.findLast(({ record }) => record.id === id && record.startedAt === startedAt)?.content,
    follow(listener, changedBy) {
      listeners.add(listener)
      recordedBy = changedBy ?? recordedBy
      return () => {
        listeners.delete(listener)
        keptUntil = count + capacity
      }
    },
  }
}
