import { fromForgivingBase64 } from '../../../worker/runtime/bytes.ts'
import { decodeBase64, encodeBase64 } from './base64.ts'
import type { OuterFunctions } from './outer-functions.ts'
import { structuredCopy } from './structured-clone.ts'
import { subtleCrypto } from './subtle-crypto.ts'
import { contextTimers } from './timers.ts'
import { Utf8Decoder, Utf8Encoder } from './utf-8.ts'

// Adds the platform's globals (timers, crypto, Base64, UTF-8, messages) to a handler's context, built only from that context's
// own objects.

const scope = globalThis as unknown as Record<string, unknown> & OuterFunctions

/**
 * Removes a function of the outer context from the global object. The result hides the errors of the function, because on a
 * stack overflow it would throw an error object of the outer context.
 */
function taken<Name extends keyof OuterFunctions>(name: Name): OuterFunctions[Name] {
  const outer = scope[name] as (first: unknown, second?: unknown) => unknown
  delete (scope as Record<string, unknown>)[name]
  // Without a spread, which would call an iterator that the handler can replace.
  const guarded = (first: unknown, second?: unknown): unknown => {
    try {
      return outer(first, second)
    } catch {
      throw new Error('not possible')
    }
  }
  return guarded as OuterFunctions[Name]
}

/** Taken before the handler runs, because it can replace the members of `JSON`. */
const { parse, stringify } = JSON
const post = taken('post')
const after = taken('after')
const random = taken('random')
const uuid = taken('uuid')
const { subtle, settle } = subtleCrypto(taken('crypt'))

let listener = (_event: object): void => undefined
taken('receive')((text) => listener({ data: parse(text), stopImmediatePropagation() {} }), settle)

/** @throws Error for more than 65,536 bytes, as in a browser */
function getRandomValues(view: ArrayBufferView<ArrayBuffer>): ArrayBufferView<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = view
  new Uint8Array(buffer, byteOffset, byteLength).set(fromForgivingBase64(random(byteLength)))
  return view
}

Object.assign(scope, {
  postMessage: (message: unknown) => post(stringify(message)),
  addEventListener: (type: unknown, added: typeof listener) => void (type === 'message' && (listener = added)),
  console: {},
  ...contextTimers(after),
  queueMicrotask: (task: () => void) => void Promise.resolve().then(task),
  structuredClone: structuredCopy,
  TextEncoder: Utf8Encoder,
  TextDecoder: Utf8Decoder,
  atob: decodeBase64,
  btoa: encodeBase64,
  crypto: Object.freeze({ subtle: Object.freeze(subtle), getRandomValues, randomUUID: () => uuid() }),
})
