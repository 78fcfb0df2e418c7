import type { ApiObject } from '../api/object.ts'
import type { LogChange } from './persistence/log.ts'
import type { Basis, Cause, Key, Stored } from './store.ts'
import type { Encoded } from './stored-revision.ts'

/** A requested write. */
export interface WriteRequest {
  readonly key: Key
  /** The revision that the writer computed from; 0 when the object must not exist. */
  readonly expected: number
  readonly cause: Cause | undefined
  readonly basis: Basis | undefined
  /** As in `Stored`. */
  readonly isSound: boolean
}

/** A write that waits for its commit. */
export interface Write extends WriteRequest {
  readonly logKey: string
  /** The new object; undefined when the write removes the object. */
  readonly content: { readonly object: ApiObject; readonly encoded: Encoded } | undefined
  resolve(stored: Stored): void
  reject(error: unknown): void
}

/** Whether a write of the group changes the resource of the basis. */
export const touches = (group: ReadonlyMap<string, Write>, { resource }: Basis): boolean =>
  [...group.values()].some(({ key }) => key.resource === resource)

/** A write as the log receives it. The bytes are made when the log reads them; a log in memory never does. */
export class WrittenChange implements LogChange {
  readonly write: Write
  readonly key: string
  readonly expected: number
  readonly cause: Cause | undefined
  readonly basis: Basis | undefined
  readonly frees: boolean
  #value: Uint8Array | undefined

  /** @param size the bytes of the object's current revision; 0 when there is none */
  constructor(write: Write, size = 0) {
    this.write = write
    this.frees = frees(write, size)
    this.key = write.logKey
    this.expected = write.expected
    this.cause = write.cause
    this.basis = write.basis
  }

  get removes(): boolean {
    return this.write.content === undefined
  }

  get length(): number {
    return lengthOf(this.write)
  }

  get value(): Uint8Array | undefined {
    const { content } = this.write
    return content && (this.#value ??= utf8.encode(content.encoded.before + content.encoded.after))
  }
}

/** Verbs that may update the deletionTimestamp or the finalizers of an object before they remove the object. */
const REMOVING_VERBS: readonly string[] = ['delete', 'deletecollection']

const lengthOf = ({ content }: Write): number =>
  content === undefined ? 0 : content.encoded.before.length + content.encoded.after.length

function frees(write: Write, size: number): boolean {
  const { content, cause } = write
  if (content === undefined || (cause !== undefined && REMOVING_VERBS.includes(cause.verb))) return true
  // Compares characters with bytes. The numbers differ only for texts beyond ASCII; such a change may then count as shrinking.
  return lengthOf(write) < size - VERSION_BYTES
}

/** The most bytes of `"resourceVersion":"N",` and of the line feed, which a current revision has besides its text. */
const VERSION_BYTES = 40

const utf8 = new TextEncoder()

export const logKeyOf = ({ resource, namespace, name }: Key): string => `${resource}/${namespace}/${name}`

/** `apps/deployments/default/web`: neither a namespace nor a name holds a slash. */
export function parseKey(logKey: string): Key {
  const name = logKey.lastIndexOf('/')
  const namespace = logKey.lastIndexOf('/', name - 1)
  return {
    resource: logKey.slice(0, namespace),
    namespace: logKey.slice(namespace + 1, name),
    name: logKey.slice(name + 1),
  }
}
