const names = (text: string): string[] => text.trim().split(/\s+/)

/** The global names of the language. */
const LANGUAGE = names(`
  globalThis undefined NaN Infinity eval isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI
  encodeURIComponent escape unescape Object Function Boolean Symbol Number BigInt Math Date String RegExp JSON Intl Temporal
  Array Map Set WeakMap WeakSet WeakRef FinalizationRegistry Iterator AsyncIterator Promise Proxy Reflect
  ArrayBuffer SharedArrayBuffer DataView Atomics Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array
  Uint32Array BigInt64Array BigUint64Array Float16Array Float32Array Float64Array WebAssembly
  Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError
  DisposableStack AsyncDisposableStack
`)

/**
 * Names of a browser or of Node that are harmless: they store nothing, draw nothing, start no thread and connect to
 * nothing.
 */
const PLATFORM = names(`
  self console setTimeout setInterval clearTimeout clearInterval queueMicrotask structuredClone atob btoa TextEncoder
  TextDecoder crypto Crypto SubtleCrypto CryptoKey performance URL URLSearchParams Event EventTarget AbortController
  AbortSignal DOMException
`)

const KEPT: ReadonlySet<string> = new Set([...LANGUAGE, ...PLATFORM])

const prototypeOf = (object: object): object | null => Object.getPrototypeOf(object) as object | null

/**
 * Removes all other names from a global object. The policy of the frame forbids connections only. It does not forbid
 * canvases and the GPU, whose process the page uses too, or blobs, which fill the memory of the browser.
 */
export function reduceScope(scope: object): void {
  for (let at: object | null = scope; at !== null && at !== Object.prototype; at = prototypeOf(at))
    for (const name of Object.getOwnPropertyNames(at)) if (!KEPT.has(name)) Reflect.deleteProperty(at, name)
}
