import { isObject, type Json } from '../api/json.ts'

/**
 * The most values of one body: keys, items, objects and lists. Each step of a write takes about the same time for every value,
 * so this limit bounds the time for which a request holds the event loop. A limit of bytes would not.
 */
export const MAX_VALUES = 60_000

/** A body has more than `MAX_VALUES`. */
export class TooManyValues extends Error {
  override readonly name = 'TooManyValues'

  constructor() {
    super(`limit is ${MAX_VALUES} values`)
  }
}

/**
 * The most levels of objects and lists in one body. Steps of a write recurse, and the possible depth of the stack depends
 * on the engine: Chromium's is lower than WebKit's. Every supported engine manages this depth.
 */
export const MAX_LEVELS = 500

/** A body has more than `MAX_LEVELS`. */
export class TooManyLevels extends Error {
  override readonly name = 'TooManyLevels'
}

/** Checks the depth of a parsed body. @throws TooManyLevels */
export function checkLevels(value: Json | undefined, left = MAX_LEVELS): void {
  if (typeof value !== 'object' || value === null) return
  if (left === 0) throw new TooManyLevels()
  if (Array.isArray(value)) for (const item of value) checkLevels(item, left - 1)
  else for (const key in value) checkLevels(value[key], left - 1)
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const LEFT_BRACKET = 0x5b
const LEFT_BRACE = 0x7b

/** Counts the values of a JSON body before it is parsed, in one pass that skips strings. @throws TooManyValues */
export function checkJsonValues(bytes: Uint8Array): void {
  // Each value takes at least one byte, so a shorter body cannot have too many.
  if (bytes.length < MAX_VALUES) return
  let values = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    if (byte === QUOTE) i = endOfText(bytes, i)
    else if (byte === COMMA || byte === LEFT_BRACKET || byte === LEFT_BRACE) {
      values += 1
      if (values > MAX_VALUES) throw new TooManyValues()
    }
  }
}

function endOfText(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let slashes = 0
    while (bytes[end - 1 - slashes] === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return bytes.length
}

/** Counts the values of a parsed body of another format. @throws TooManyValues */
export function checkValues(value: Json): void {
  let values = 0
  const open: Json[] = [value]
  const take = (inner: Json | undefined): void => {
    values += 1
    if (values > MAX_VALUES) throw new TooManyValues()
    if (typeof inner === 'object' && inner !== null) open.push(inner)
  }
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) for (const item of next) take(item)
    else if (isObject(next)) for (const key in next) take(next[key])
  }
}
