import type { ApiObject, ObjectMeta } from '../api/object.ts'
import type { Key, Stored } from './store.ts'

/** An object as JSON without `metadata.resourceVersion`. */
export interface Encoded {
  readonly bytes: Uint8Array
  /** The byte offset where `"resourceVersion":"N",` belongs: behind the uid, before another member. */
  readonly versionAt: number
}

/** How objects become bytes and back; `decode(encode(object).bytes)` equals the object. */
export interface Encoding {
  readonly encode: (object: ApiObject) => Encoded
  readonly decode: (bytes: Uint8Array) => ApiObject
}

/**
 * One revision of one object. It holds the object, its bytes or both, and makes the missing one when first asked: a
 * store that was just opened has decoded nothing, and the history keeps bytes only.
 */
export class StoredRevision implements Stored {
  readonly key: Key
  readonly revision: number
  readonly #encoding: Encoding
  #object: ApiObject | undefined
  #bytes: Uint8Array | undefined
  /** The log's bytes, until ours are made. */
  #value: Uint8Array | undefined
  #versionAt = 0
  #retired = false

  /** From a write: the object and its encoding. */
  static written(key: Key, revision: number, object: ApiObject, encoded: Encoded, encoding: Encoding): StoredRevision {
    const stored = new StoredRevision(key, revision, encoding)
    stored.#object = withVersion(object, revision)
    stored.#bytes = splice(encoded.bytes, encoded.versionAt, encoded.versionAt, revision)
    stored.#versionAt = encoded.versionAt
    return stored
  }

  /** From the log. */
  static logged(key: Key, revision: number, value: Uint8Array, encoding: Encoding): StoredRevision {
    const stored = new StoredRevision(key, revision, encoding)
    stored.#value = value
    return stored
  }

  private constructor(key: Key, revision: number, encoding: Encoding) {
    this.key = key
    this.revision = revision
    this.#encoding = encoding
  }

  get object(): ApiObject {
    if (this.#object !== undefined) return this.#object
    const object = this.#decode()
    if (!this.#retired) this.#object = object
    return object
  }

  get bytes(): Uint8Array {
    if (this.#bytes === undefined) {
      const { bytes, versionAt } = this.#encoding.encode(this.object)
      this.#bytes = splice(bytes, versionAt, versionAt, this.revision)
      this.#versionAt = versionAt
      this.#value = undefined
    }
    return this.#bytes
  }

  /** The length of what it holds, for the bounds of the history. */
  get size(): number {
    return (this.#bytes ?? this.#value)?.length ?? 0
  }

  /** The bytes with the version of a later revision: what a removal reports. */
  bytesAt(revision: number): Uint8Array {
    const bytes = this.bytes
    return splice(bytes, this.#versionAt, this.#versionAt + version(this.revision).length, revision)
  }

  /** No longer the newest: the object is given back, and decoded anew for the few who read history. */
  retire(): void {
    this.#retired = true
    this.#object = undefined
  }

  #decode(): ApiObject {
    const { decode } = this.#encoding
    if (this.#bytes !== undefined) return decode(this.#bytes)
    if (this.#value !== undefined) return withVersion(decode(this.#value), this.revision)
    throw new Error(`revision ${this.revision} of ${this.key.name} holds neither object nor bytes`)
  }
}

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

  get bytes(): Uint8Array {
    return (this.#bytes ??= this.#last.bytesAt(this.revision))
  }
}

/** A copy whose `metadata.resourceVersion` is the revision: where it stood, else behind the uid. */
function withVersion(object: ApiObject, revision: number): ApiObject {
  const { metadata = {} } = object
  const resourceVersion = String(revision)
  if (metadata.resourceVersion !== undefined) return { ...object, metadata: { ...metadata, resourceVersion } }
  const copy: ObjectMeta = {}
  for (const [name, value] of Object.entries(metadata)) {
    copy[name] = value
    if (name === 'uid') copy.resourceVersion = resourceVersion
  }
  copy.resourceVersion = resourceVersion
  return { ...object, metadata: copy }
}

const version = (revision: number): string => `"resourceVersion":"${revision}",`

/** Puts the version of `revision` in place of the bytes from `start` to `end`, which are not more than it takes. */
function splice(bytes: Uint8Array, start: number, end: number, revision: number): Uint8Array {
  const text = version(revision)
  const out = new Uint8Array(bytes.length + text.length - (end - start))
  out.set(bytes)
  out.copyWithin(start + text.length, end, bytes.length)
  for (let i = 0; i < text.length; i++) out[start + i] = text.charCodeAt(i)
  return out
}
