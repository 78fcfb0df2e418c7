import type { ApiObject, ObjectMeta } from '../api/object.ts'
import type { DecodedObjects } from './decoded-objects.ts'
import { ObjectTooLarge, type Key, type Stored } from './store.ts'
import { textSize } from './text-size.ts'

/**
 * An object as JSON text without `metadata.resourceVersion`, split at the place for `"resourceVersion":"N",`: after the
 * uid, before another member. The store inserts that member once the revision is assigned.
 */
export interface Encoded {
  readonly before: string
  readonly after: string
}

/**
 * The largest object, in characters of its JSON. etcd accepts 1.5 MiB of protobuf, and an object's JSON is at most about
 * twice as long. Without a bound, patches could enlarge an object until each request for it stalls the server.
 */
const MAX_OBJECT_LENGTH = 3 * 1024 * 1024
/** The bytes that etcd accepts in one request. */
const MAX_TEXT_SIZE = 1.5 * 1024 * 1024

/** Returns the encoding of an object that may be stored. @throws ObjectTooLarge */
export function checkedEncoding(object: ApiObject, encoded: Encoded): Encoded {
  const { before, after } = encoded
  if (!after.startsWith('"')) throw new Error('a member must follow the resourceVersion')
  const length = before.length + after.length
  if (length > MAX_OBJECT_LENGTH) throw new ObjectTooLarge(`the object has more than ${MAX_OBJECT_LENGTH} characters`)
  if (length > MAX_TEXT_SIZE && textSize(object) > MAX_TEXT_SIZE)
    throw new ObjectTooLarge(`the object has more than ${MAX_TEXT_SIZE} characters in its texts`)
  return encoded
}

/** The object of a durable write, its encoding and its new revision. */
interface WrittenObject {
  readonly key: Key
  readonly revision: number
  readonly object: ApiObject
  readonly encoded: Encoded
  readonly isSound?: boolean
}

/** The value of a key in the log. */
interface LoggedObject {
  readonly key: Key
  readonly revision: number
  readonly value: Uint8Array
  readonly isStale?: boolean | undefined
}

/**
 * Converts objects to text and back. `decode` receives the bytes of `before` and `after`, with or without the resourceVersion
 * between them. The object that it returns may have the resourceVersion of the given revision.
 */
export interface Encoding {
  readonly encode: (object: ApiObject) => Encoded
  readonly decode: (bytes: Uint8Array, revision: number) => ApiObject
}

/** Services that all revisions of a store share. */
export interface RevisionContext extends Encoding {
  readonly decoded: DecodedObjects
}

/**
 * One revision of one object. It holds the object, its bytes or both, and makes the missing form at the first read. A store
 * that was just opened has decoded no object, and the history keeps bytes only.
 */
export class StoredRevision implements Stored {
  readonly key: Key
  readonly revision: number
  readonly #context: RevisionContext
  /** Has no resourceVersion until the first read, because most objects are only sent as bytes. */
  #object: ApiObject | undefined
  #isVersioned = false
  /** The index in `DecodedObjects`; -1 when the object is not in it. */
  #place = -1
  /** Labels of an object that was released: most selectors read nothing else. */
  #labels: Labels | undefined
  /** The bytes with the line feed that ends a response, so that the response needs no copy. */
  #line: Uint8Array | undefined
  #bytes: Uint8Array | undefined
  /** The log's bytes, until `#line` is made. */
  #value: Uint8Array | undefined
  #versionAt = 0
  #metadataEnd = 0
  #retired = false
  #isOwn = false
  #isSound = false
  #isStale = false

  /** A revision from a write: the object and its encoding. */
  static written(
    { key, revision, object, encoded, isSound = false }: WrittenObject,
    context: RevisionContext,
  ): StoredRevision {
    const stored = new StoredRevision(key, revision, context)
    stored.#isOwn = true
    stored.#isSound = isSound
    stored.#hold(object)
    stored.#write(encoded)
    return stored
  }

  /** A revision from the log. */
  static logged({ key, revision, value, isStale = false }: LoggedObject, context: RevisionContext): StoredRevision {
    const stored = new StoredRevision(key, revision, context)
    stored.#value = value
    stored.#isStale = isStale
    return stored
  }

  private constructor(key: Key, revision: number, context: RevisionContext) {
    this.key = key
    this.revision = revision
    this.#context = context
  }

  get isOwn(): boolean {
    return this.#isOwn
  }

  get isSound(): boolean {
    return this.#isSound
  }

  get isStale(): boolean {
    return this.#isStale
  }

  get object(): ApiObject {
    if (this.#object !== undefined && this.#isVersioned) return this.#object
    const object = this.#object === undefined ? this.#decode() : withVersion(this.#object, this.revision)
    if (!this.#retired) {
      this.#hold(object)
      this.#isVersioned = true
    }
    return object
  }

  get labels(): Labels {
    return this.#object === undefined ? (this.#labels ??= labelsOf(this.object)) : labelsOf(this.#object)
  }

  get bytes(): Uint8Array {
    return (this.#bytes ??= this.line.subarray(0, -1))
  }

  get line(): Uint8Array {
    return this.#line ?? this.#write(this.#context.encode(this.object))
  }

  get metadataEnd(): number {
    // The resourceVersion is a member of the metadata.
    if (this.#metadataEnd === 0) this.#metadataEnd = objectEnd(this.bytes, this.#versionAt)
    return this.#metadataEnd
  }

  /** The number of bytes that this revision holds, for the bounds of the history. */
  get size(): number {
    return (this.#line ?? this.#value)?.length ?? 0
  }

  /** The bytes with the resourceVersion of a later revision, for the event of a removal. */
  bytesAt(revision: number): Uint8Array {
    const bytes = this.bytes
    return splice(bytes, this.#versionAt, this.#versionAt + version(this.revision).length, revision)
  }

  /**
   * Called when a newer revision exists in the store of `context`: releases the object. A read of the history, which is rare,
   * decodes the object again. A call from a copy of the revision's own store is ignored, because the revision may still be the
   * newest one in its own store.
   */
  retire(context: RevisionContext): void {
    if (context !== this.#context) return
    this.#retired = true
    if (this.#place >= 0) this.#context.decoded.leave(this.#place)
    this.release()
  }

  /** Drops the decoded object; the next read decodes it again. */
  release(): void {
    if (this.#object !== undefined) this.#labels = labelsOf(this.#object)
    this.#object = undefined
    this.#isVersioned = false
    this.#place = -1
  }

  #hold(object: ApiObject): void {
    this.#object = object
    if (this.#place < 0) this.#place = this.#context.decoded.hold(this)
  }

  #write({ before, after }: Encoded): Uint8Array {
    const text = `${before}${version(this.revision)}${after}\n`
    const line = utf8.encode(text)
    // When every character is one byte, offsets of text and bytes agree.
    this.#versionAt = line.length === text.length ? before.length : utf8.encode(before).length
    this.#line = line
    this.#value = undefined
    return line
  }

  #decode(): ApiObject {
    const { decode } = this.#context
    if (this.#line !== undefined) return decode(this.#line, this.revision)
    if (this.#value !== undefined) return withVersion(decode(this.#value, this.revision), this.revision)
    throw new Error(`revision ${this.revision} of ${this.key.name} holds neither object nor bytes`)
  }
}

type Labels = Stored['labels']

const UNLABELLED: Labels = {}
const labelsOf = ({ metadata }: ApiObject): Labels => metadata?.labels ?? UNLABELLED

const utf8 = new TextEncoder()

/** The last state of a removed object, with the revision of the removal. */
export class StoredRemoval implements Stored {
  readonly revision: number
  readonly #last: StoredRevision
  #bytes: Uint8Array | undefined

  constructor(last: StoredRevision, revision: number) {
    this.#last = last
    this.revision = revision
  }

  get key(): Key {
    return this.#last.key
  }

  get object(): ApiObject {
    return withVersion(this.#last.object, this.revision)
  }

  get labels(): Labels {
    return this.#last.labels
  }

  get bytes(): Uint8Array {
    return (this.#bytes ??= this.#last.bytesAt(this.revision))
  }
}

/**
 * Returns the object with the revision as `metadata.resourceVersion`. A copy has the member in its old place, or after the uid
 * when it had none.
 */
export function withVersion(object: ApiObject, revision: number): ApiObject {
  const { metadata = {} } = object
  const resourceVersion = String(revision)
  if (metadata.resourceVersion === resourceVersion) return object
  if (metadata.resourceVersion !== undefined) return { ...object, metadata: { ...metadata, resourceVersion } }
  const copy: ObjectMeta = {}
  for (const [name, value] of Object.entries(metadata)) {
    copy[name] = value
    if (name === 'uid') copy.resourceVersion = resourceVersion
  }
  copy.resourceVersion = resourceVersion
  return { ...object, metadata: copy }
}

const [QUOTE, BACKSLASH, OPEN, CLOSE] = [0x22, 0x5c, 0x7b, 0x7d]

/** Offset after the brace that ends the object around `at`, which is between two of its members. */
function objectEnd(json: Uint8Array, at: number): number {
  let depth = 1
  while (depth > 0 && at < json.length) {
    const byte = json[at++]
    if (byte === QUOTE) {
      while (json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
      at++
    } else if (byte === OPEN) depth++
    else if (byte === CLOSE) depth--
  }
  return at
}

const version = (revision: number): string => `"resourceVersion":"${revision}",`

/** Replaces the bytes from `start` to `end` with the resourceVersion of `revision`, which is at least as long. */
function splice(bytes: Uint8Array, start: number, end: number, revision: number): Uint8Array {
  const text = version(revision)
  const out = new Uint8Array(bytes.length + text.length - (end - start))
  out.set(bytes)
  out.copyWithin(start + text.length, end, bytes.length)
  for (let i = 0; i < text.length; i++) out[start + i] = text.charCodeAt(i)
  return out
}
