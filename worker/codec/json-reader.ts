import type { Json, JsonObject } from '../api/json.ts'
import { overflowFault } from '../schema/decode-error.ts'
import type { Spelling } from '../schema/strictness.ts'
import { isStackOverflow } from '../runtime/stack-overflow.ts'
import { JsonParser, JsonSyntaxError, MAX_DEPTH } from './json-parser.ts'
import { toByteString } from '../runtime/bytes.ts'

/**
 * A JSON value. `spelling` holds details of the text that the value loses: repeated keys, and how numbers were written.
 * It is undefined when the value loses nothing.
 */
export interface JsonReading {
  readonly value: Json
  readonly spelling?: Spelling
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Reads JSON without a schema. Like `readJsonBody`, but refuses numbers beyond the range of a double.
 * @throws JsonSyntaxError with the real server's message
 */
export function readJson(body: Uint8Array | string): JsonReading {
  const reading = readJsonBody(body)
  const overflow = reading.spelling?.overflow
  if (overflow !== undefined) throw new JsonSyntaxError(overflowFault(overflow))
  return reading
}

/**
 * Reads a JSON body like the real server: repeated keys are reported, integers keep 64 bits, and a lone surrogate becomes
 * U+FFFD. Most texts contain none of these, so `JSON.parse` and one scan of the characters suffice.
 * @throws JsonSyntaxError with the real server's message
 */
export function readJsonBody(body: Uint8Array | string): JsonReading {
  const text = typeof body === 'string' ? body : decoder.decode(body)
  try {
    return readWithEngine(text) ?? new JsonParser(text).read()
  } catch (error) {
    // The JavaScript stack may overflow before the depth limit.
    if (isStackOverflow(error))
      throw new JsonSyntaxError(`invalid character '${text.trimStart()[0]}' exceeded max depth`)
    if (error instanceof JsonSyntaxError && BEYOND_ASCII.test(text)) new JsonParser(bytesAsText(body)).read()
    throw error
  }
}

const BEYOND_ASCII = /[\u0080-\uffff]/

/** One character for each byte: a second parse of malformed JSON then fails at the byte that Go reports. */
function bytesAsText(body: Uint8Array | string): string {
  return toByteString(typeof body === 'string' ? new TextEncoder().encode(body) : body)
}

/**
 * Reads with `JSON.parse`; undefined when the text needs `JsonParser`, because it is malformed or `JSON.parse` would lose
 * something.
 */
function readWithEngine(text: string): JsonReading | undefined {
  let value: Json
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const keys = countWrittenKeys(text)
  return keys !== undefined && keys === countAllKeys(value) ? { value } : undefined
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const MINUS = 0x2d
const SAFE_DIGITS = 15

/**
 * The number of keys in a valid text, repeated ones included. Undefined for a text that `JSON.parse` reads with a loss:
 * a number with a point, an exponent or many digits, an integer -0, a surrogate escape, a depth beyond the limit.
 */
function countWrittenKeys(text: string): number | undefined {
  if (text.includes('\\u') && /\\u[dD][89a-fA-F]/.test(text)) return undefined
  let keys = 0
  let depth = 0
  let digits = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      i = endOfString(text, i)
      digits = 0
    } else if (code >= 0x30 && code <= 0x39) {
      digits += 1
      if (digits > SAFE_DIGITS || (digits === 1 && code === 0x30 && text.charCodeAt(i - 1) === MINUS)) return undefined
    } else {
      // '.', 'e' and 'E' after a digit; any other 'e' is part of true or false.
      if (digits > 0 && (code === 0x2e || code === 0x65 || code === 0x45)) return undefined
      digits = 0
      if (code === 0x3a) keys += 1
      else if (code === 0x7b || code === 0x5b) {
        depth += 1
        if (depth > MAX_DEPTH) return undefined
      } else if (code === 0x7d || code === 0x5d) depth -= 1
    }
  }
  return keys
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (text.charCodeAt(end - 1) === BACKSLASH) {
    let slashes = 1
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) break
    end = text.indexOf('"', end + 1)
  }
  return end
}

/** Counts with an explicit stack when recursion overflows. */
function countAllKeys(value: Json): number {
  try {
    return countKeys(value)
  } catch (error) {
    if (!isStackOverflow(error)) throw error
  }
  let count = 0
  const left: Json[] = [value]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next !== 'object' || next === null) continue
    const inner = Object.values(next)
    if (!Array.isArray(next)) count += inner.length
    for (const each of inner) if (each !== undefined) left.push(each)
  }
  return count
}

function countKeys(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') count += countKeys(item)
    return count
  }
  const object: JsonObject = value
  for (const key in object) {
    count += 1
    const inner = object[key]
    if (typeof inner === 'object') count += countKeys(inner)
  }
  return count
}
