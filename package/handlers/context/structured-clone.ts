type Copies = Map<object, unknown>
type TypedArrayClass = new (buffer: ArrayBuffer, offset: number, length: number) => object

const REFUSED = [Function, Promise, WeakMap, WeakSet, WeakRef, Boolean, Number, String, Symbol, BigInt]

/**
 * `structuredClone` of a handler's context: copies data of the language. Cycles are copied too, except through the `cause` of
 * an error. An object of a class becomes a plain object.
 * @throws Error named DataCloneError for a value that it cannot copy, such as a function
 */
export const structuredCopy = (value: unknown): unknown => copyOf(value, new Map())

function copyOf(value: unknown, copies: Copies): unknown {
  if (typeof value === 'symbol' || typeof value === 'function') throw notCopied(typeof value)
  if (typeof value !== 'object' || value === null) return value
  if (copies.has(value)) return copies.get(value)
  const kept = (copy: object): object => {
    copies.set(value, copy)
    return copy
  }
  if (value instanceof Date) return kept(new Date(value.getTime()))
  if (value instanceof RegExp) return kept(new RegExp(value.source, value.flags))
  if (value instanceof ArrayBuffer) return kept(value.slice(0))
  if (ArrayBuffer.isView(value)) return kept(viewCopy(value, copies))
  if (value instanceof Error) return kept(errorCopy(value, copies))
  const refused = REFUSED.find((one) => value instanceof one)
  if (refused !== undefined) throw notCopied(`a ${refused.name}`)
  return membersCopy(value, kept, copies)
}

function membersCopy(value: object, kept: (copy: object) => object, copies: Copies): unknown {
  if (value instanceof Map) {
    const copy = new Map<unknown, unknown>()
    kept(copy)
    for (const [key, item] of value as Map<unknown, unknown>) copy.set(copyOf(key, copies), copyOf(item, copies))
    return copy
  }
  if (value instanceof Set) {
    const copy = new Set<unknown>()
    kept(copy)
    for (const item of value as Set<unknown>) copy.add(copyOf(item, copies))
    return copy
  }
  const copy = kept(Array.isArray(value) ? emptyList(value.length) : {})
  for (const [name, member] of Object.entries(value))
    Object.defineProperty(copy, name, {
      value: copyOf(member, copies),
      writable: true,
      enumerable: true,
      configurable: true,
    })
  return copy
}

function emptyList(length: number): unknown[] {
  const list: unknown[] = []
  list.length = length
  return list
}

function viewCopy(view: ArrayBufferView, copies: Copies): object {
  const buffer = copyOf(view.buffer, copies) as ArrayBuffer
  if (view instanceof DataView) return new DataView(buffer, view.byteOffset, view.byteLength)
  const { constructor, length } = view as unknown as { constructor: TypedArrayClass; length: number }
  return new constructor(buffer, view.byteOffset, length)
}

function errorCopy(error: Error, copies: Copies): Error {
  const { name, message, stack, cause } = error
  const copy = new Error(message, cause === undefined ? undefined : { cause: copyOf(cause, copies) })
  return Object.assign(copy, { name, stack })
}

const notCopied = (what: string): Error =>
  Object.assign(new Error(`structuredClone cannot copy ${what}`), { name: 'DataCloneError' })
