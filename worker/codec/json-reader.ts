import type { Json, JsonObject } from '../api/json.ts'
import type { Spelling } from '../schema/strictness.ts'
import { JsonParser, JsonSyntaxError, MAX_DEPTH } from './json-parser.ts'
import { toByteString } from '../runtime/bytes.ts'

/** A value with what its text said beyond it; without `spelling` there is nothing more to know. */
export interface JsonReading {
  readonly value: Json
  readonly spelling?: Spelling
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Reads a JSON body as the real server does: repeated keys are noticed, integers keep 64 bits, a lone surrogate becomes
 * U+FFFD. Most texts hold none of these: they take the engine's own parser and one look over the characters.
 * @throws JsonSyntaxError with the server's words
 */
export function readJson(body: Uint8Array | string): JsonReading {
  const text = typeof body === 'string' ? body : decoder.decode(body)
  try {
    return readPlainly(text) ?? new JsonParser(text).read()
  } catch (error) {
    // The engine's stack may end before the server's limit.
    if (error instanceof RangeError)
      throw new JsonSyntaxError(`invalid character '${text.trimStart()[0]}' exceeded max depth`)
    if (error instanceof JsonSyntaxError && BEYOND_ASCII.test(text)) new JsonParser(bytesAsText(body)).read()
    throw error
  }
}

const BEYOND_ASCII = /[\u0080-\uffff]/

/** A character for each byte: read once more like this, a text that is no JSON fails at the byte that Go names. */
function bytesAsText(body: Uint8Array | string): string {
  return toByteString(typeof body === 'string' ? new TextEncoder().encode(body) : body)
}

/** Undefined where the text has to be read to the letter, for what it holds or for the fault in it. */
function readPlainly(text: string): JsonReading | undefined {
  let value: Json
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const keys = plainKeys(text)
  return keys !== undefined && keys === countAllKeys(value) ? { value } : undefined
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const SAFE_DIGITS = 15

/**
 * How many keys a valid text writes; undefined where the engine's parser would lose something: a number with a point, an
 * exponent or many digits, a surrogate escape, a depth beyond the limit.
 */
function plainKeys(text: string): number | undefined {
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
      if (digits > SAFE_DIGITS) return undefined
    } else {
      // '.', 'e' and 'E' behind a digit; elsewhere an 'e' belongs to true or false.
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

/** What is deeper than the stack is counted level by level. */
function countAllKeys(value: Json): number {
  try {
    return countKeys(value)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
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
