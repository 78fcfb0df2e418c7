/** Counts the bytes of the buffers of a realm. A buffer counts until it is garbage-collected. */
export interface BufferCounter {
  /** Counts a buffer, or the buffer below a view, and returns the given value. @throws RangeError above the limit */
  count(this: void, value: unknown): unknown
}

export type Realm = Record<string, unknown>

/**
 * The handler's code may replace every built-in function of the realm. The counter copies the functions that it needs
 * before that code runs.
 */
const uncurried = <This, Args extends unknown[], Result>(
  method: (this: This, ...args: Args) => Result,
): ((self: This, ...args: Args) => Result) => Function.prototype.call.bind(method) as never

export function bufferCounter(realm: Realm, limit: number): BufferCounter {
  const { FinalizationRegistry, WeakSet, RangeError, ArrayBuffer, Math } = realm as unknown as typeof globalThis
  const [has, add] = [uncurried(WeakSet.prototype.has), uncurried(WeakSet.prototype.add)]
  const register = uncurried(FinalizationRegistry.prototype.register)
  const { isView } = ArrayBuffer
  const { round } = Math
  const megabytes = (size: number): number => round(size / 2 ** 20)
  const [bufferOfView, sizeOf] = [bufferReader(realm), sizeReader(realm)]
  const known = new WeakSet<object>()
  let bytes = 0
  const collected = new FinalizationRegistry<number>((size) => void (bytes -= size))
  return {
    count(value) {
      if (typeof value !== 'object' || value === null) return value
      const buffer = isView(value) ? bufferOfView(value) : value
      const size = has(known, buffer) ? undefined : sizeOf(buffer)
      if (size === undefined) return value
      add(known, buffer)
      register(collected, buffer, size)
      bytes += size
      if (bytes > limit)
        throw new RangeError(
          `the buffers of the handler would use ${megabytes(bytes)} MB; the limit is ${megabytes(limit)}`,
        )
      return value
    },
  }
}

const getterOf = (prototype: object | undefined, member: string): (() => unknown) | undefined =>
  prototype && Object.getOwnPropertyDescriptor(prototype, member)?.get

const prototypeOf = (realm: Realm, name: string): object | undefined =>
  (realm[name] as { prototype?: object } | undefined)?.prototype

/** Reads the buffer of a typed array or of a DataView, whose classes a handler can extend. */
function bufferReader(realm: Realm): (view: ArrayBufferView) => object {
  const typedArray = Object.getPrototypeOf(prototypeOf(realm, 'Uint8Array')) as object
  const ofArray = uncurried(getterOf(typedArray, 'buffer') as (this: object) => object)
  return (view) => {
    try {
      return ofArray(view)
    } catch {
      // A DataView views a buffer that is already counted.
      return view
    }
  }
}

/** Reads the bytes that a buffer may grow to; undefined for other objects. */
function sizeReader(realm: Realm): (object: object) => number | undefined {
  const prototype = prototypeOf(realm, 'ArrayBuffer')
  const getter = getterOf(prototype, 'maxByteLength') ?? getterOf(prototype, 'byteLength')
  const size = uncurried(getter as (this: object) => number)
  return (object) => {
    try {
      return size(object)
    } catch {
      return undefined
    }
  }
}
