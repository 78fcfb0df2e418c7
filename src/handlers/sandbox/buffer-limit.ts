import { bufferCounter, type BufferCounter, type Realm } from './buffer-counter.ts'

type Method = (this: unknown, ...args: unknown[]) => unknown
interface Class extends Function {
  readonly prototype: object
}

/**
 * Removed, because the counter does not see the buffers that hold their memory. The policy of the frame allows no
 * WebAssembly module anyway.
 */
const REMOVED = ['WebAssembly', 'SharedArrayBuffer']
const VIEWS = `Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array BigInt64Array
  BigUint64Array Float16Array Float32Array Float64Array`.split(/\s+/)

const { apply, construct } = Reflect

/**
 * Limits the bytes of all buffers of a worker. A browser limits only the JavaScript heap, which does not contain the
 * bytes of buffers. Call this before the code that it limits runs; a buffer above the limit throws a RangeError in that
 * code. A buffer counts until it is garbage-collected.
 */
export function limitBuffers(global: object, limit: number): void {
  const realm = global as Realm
  for (const name of REMOVED) Reflect.deleteProperty(realm, name)
  const counter = bufferCounter(realm, limit)
  const views = VIEWS.flatMap((name) => realm[name] ?? []) as Class[]
  const typedArray = Object.getPrototypeOf(realm['Uint8Array']) as Class
  const buffer = realm['ArrayBuffer'] as Class
  for (const owner of [typedArray, typedArray.prototype, ...views, buffer, buffer.prototype])
    wrapMethods(owner, counter)
  for (const name of ['TextEncoder', 'SubtleCrypto']) {
    const { prototype } = (realm[name] ?? {}) as Partial<Class>
    if (prototype !== undefined) wrapMethods(prototype, counter)
  }
  for (const each of [...views, buffer]) realm[each.name] = wrapClass(each, counter)
  const clone = realm['structuredClone']
  if (typeof clone === 'function') realm['structuredClone'] = countedClone(clone as Method, counter)
}

function wrapClass(original: Class, { count }: BufferCounter): unknown {
  const bounded = new Proxy(original, {
    construct: (target, args, newTarget: Function) => count(construct(target, args, newTarget)) as object,
  })
  // Without this, the handler could reach the original class through the `constructor` of any buffer.
  Object.defineProperty(original.prototype, 'constructor', { value: bounded, writable: true, configurable: true })
  return bounded
}

/** Replaces the methods of an object by methods that also count the returned buffers. */
function wrapMethods(owner: object, counter: BufferCounter): void {
  for (const key of Reflect.ownKeys(owner)) {
    const described = Object.getOwnPropertyDescriptor(owner, key)
    const method: unknown = described?.value
    if (key === 'constructor' || typeof method !== 'function' || described?.configurable !== true) continue
    Object.defineProperty(owner, key, { ...described, value: counted(method as Method, counter) })
  }
}

function counted(method: Method, { count }: BufferCounter): Method {
  const { then } = Promise.prototype
  return named(method, function (...args) {
    const result = apply(method, this, args)
    return result instanceof Promise ? apply(then, result, [count]) : count(result)
  })
}

/** A clone holds copies of buffers at any depth. */
function countedClone(clone: Method, { count }: BufferCounter): Method {
  const { values } = Object
  const { from } = Array
  const countAll = (value: unknown, seen: Set<object>): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    count(value)
    if (ArrayBuffer.isView(value)) return
    const entries: unknown[] = value instanceof Map || value instanceof Set ? from<unknown>(value).flat() : []
    for (const member of [...values(value), ...entries]) countAll(member, seen)
  }
  return named(clone, (...args) => {
    const result = apply(clone, undefined, args)
    countAll(result, new Set())
    return result
  })
}

function named(method: Method, replacement: Method): Method {
  Object.defineProperty(replacement, 'name', { value: method.name })
  Object.defineProperty(replacement, 'length', { value: method.length })
  return replacement
}
