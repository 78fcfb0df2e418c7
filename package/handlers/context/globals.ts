import { fromForgivingBase64 } from '../../../worker/runtime/bytes.ts'
import { decodeBase64, encodeBase64 } from './base64.ts'
import type { OuterFunctions } from './outer-functions.ts'
import { subtleCrypto } from './subtle-crypto.ts'
import { Utf8Decoder, Utf8Encoder } from './utf-8.ts'

/**
 * Gives a handler's context, which has only the objects of the language, what a handler finds in the worker of a tab. All of
 * it is made here, of the context's own objects.
 */

const scope = globalThis as unknown as Record<string, unknown> & OuterFunctions

/** Takes a function of the outer context, whose errors do not pass: a full stack makes each of its functions throw. */
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

/** The handler can replace the members of `JSON`. */
const { parse, stringify } = JSON
const post = taken('post')
const after = taken('after')
const random = taken('random')
const uuid = taken('uuid')
const { subtle, settle } = subtleCrypto(taken('crypt'))

let listener = (_event: object): void => undefined
taken('receive')((text) => listener({ data: parse(text), stopImmediatePropagation() {} }), settle)

const timers = new Map<number, () => void>()
let lastTimer = 0

function setTimer(task: (...rest: unknown[]) => void, ms: unknown, rest: unknown[], repeats: boolean): number {
  const id = ++lastTimer
  const wait = (): void =>
    after(Number(ms) || 0, () => {
      const run = timers.get(id)
      if (!repeats) timers.delete(id)
      run?.()
      if (timers.has(id)) wait()
    })
  timers.set(id, () => task(...rest))
  wait()
  return id
}

const clearTimer = (id: number): void => void timers.delete(id)

/** @throws Error for more than 65,536 bytes, as of a browser */
function getRandomValues(view: ArrayBufferView<ArrayBuffer>): ArrayBufferView<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = view
  new Uint8Array(buffer, byteOffset, byteLength).set(fromForgivingBase64(random(byteLength)))
  return view
}

Object.assign(scope, {
  postMessage: (message: unknown) => post(stringify(message)),
  addEventListener: (type: unknown, added: typeof listener) => void (type === 'message' && (listener = added)),
  console: {},
  setTimeout: (task: () => void, ms?: unknown, ...rest: unknown[]) => setTimer(task, ms, rest, false),
  setInterval: (task: () => void, ms?: unknown, ...rest: unknown[]) => setTimer(task, ms, rest, true),
  clearTimeout: clearTimer,
  clearInterval: clearTimer,
  queueMicrotask: (task: () => void) => void Promise.resolve().then(task),
  structuredClone: (value: unknown) => (value === undefined ? value : parse(stringify(value))),
  TextEncoder: Utf8Encoder,
  TextDecoder: Utf8Decoder,
  atob: decodeBase64,
  btoa: encodeBase64,
  crypto: Object.freeze({ subtle: Object.freeze(subtle), getRandomValues, randomUUID: () => uuid() }),
})
