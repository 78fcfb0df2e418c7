/** Compares as the UTF-8 forms do, byte by byte: the order of Go's strings. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x === y) continue
    // A surrogate is a part of a code point above every unit of the basic plane.
    const [xHigh, yHigh] = [isSurrogate(x), isSurrogate(y)]
    if (xHigh === yHigh) return x - y
    return xHigh ? 1 : -1
  }
  return a.length - b.length
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff

/** The keys of an object in byte order. */
export const sortedKeys = (value: object): string[] => Object.keys(value).sort(compareText)
