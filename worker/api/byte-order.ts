import type { JsonObject } from './json.ts'

/** Compares the UTF-8 forms byte by byte: the order of Go's strings. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x === y) continue
    // Surrogates encode the largest code points, although the code units from U+E000 are larger numbers.
    const [xHigh, yHigh] = [isSurrogate(x), isSurrogate(y)]
    if (xHigh === yHigh) return x - y
    return xHigh ? 1 : -1
  }
  return a.length - b.length
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff

/** The pattern has no flag `u`, so each half of a pair matches too. */
const SURROGATE = /[\ud800-\udfff]/

/** For fewer texts than this number, insertion is faster than the built-in sort, which allocates lists. */
const FEW = 12

/** Sorts the list itself into byte order, and returns it. */
export function sortTexts(texts: string[]): string[] {
  if (texts.length < FEW) return insertInOrder(texts)
  // Without a comparator, the built-in sort is several times as fast. It then orders by code units, which is wrong only for
  // texts with surrogates.
  return texts.some((text) => SURROGATE.test(text)) ? texts.sort(compareText) : texts.sort()
}

function insertInOrder(texts: string[]): string[] {
  for (let i = 1; i < texts.length; i++) {
    const text = texts[i] ?? ''
    let at = i
    for (let before = texts[at - 1]; before !== undefined && compareText(before, text) > 0; before = texts[at - 1])
      texts[at--] = before
    texts[at] = text
  }
  return texts
}

/** The keys of an object in byte order. */
export const sortedKeys = (value: object): string[] => sortTexts(Object.keys(value))

/** The object with its own members in byte order: Go encodes a map so. */
export const inByteOrder = (value: JsonObject): JsonObject =>
  Object.fromEntries(sortedKeys(value).map((key) => [key, value[key]]))
