/** Compares the UTF-8 forms byte by byte: the order of Go's strings. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x === y) continue
    // Surrogates encode code points above all others, although some code units are larger.
    const [xHigh, yHigh] = [isSurrogate(x), isSurrogate(y)]
    if (xHigh === yHigh) return x - y
    return xHigh ? 1 : -1
  }
  return a.length - b.length
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff

/** Without the flag `u`, the halves of a pair match, too. */
const SURROGATE = /[\ud800-\udfff]/

/** Below so many texts, insertion is faster than the built-in sort, which allocates lists of its own. */
const FEW = 12

/** Sorts the list itself into byte order, and returns it. */
export function sortTexts(texts: string[]): string[] {
  if (texts.length < FEW) return insertInOrder(texts)
  // Only surrogates are ordered differently by their code units, and the built-in order is several times as fast.
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
