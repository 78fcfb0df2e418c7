import { numberOfText } from '../../api/numbers.ts'

const REPETITION = /\{(\d+)(?:,(\d*))?\}/y

/**
 * The approximate number of instructions in the program of a pattern, counted without compiling the pattern. A repetition
 * counts as copies of the repeated part. A pattern that cannot be read also has some size.
 */
export function patternSize(pattern: string): number {
  const outer: number[] = []
  let size = 0
  /** The size of the part that a repetition would repeat. */
  let last = 0
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]
    if (character === '(') {
      outer.push(size)
      size = 0
    } else if (character === ')') {
      last = size + 2
      size = (outer.pop() ?? 0) + last
    } else if (character === '{') {
      REPETITION.lastIndex = at
      const [text = '', least = '', most = least] = REPETITION.exec(pattern) ?? []
      const copies = Math.max(numberOfText(most), numberOfText(least))
      // An optional copy has one more instruction.
      const more = 2 * last * Math.max(0, copies - 1)
      size += more
      last += more
      at += Math.max(0, text.length - 1)
    } else {
      if (character === '[') at = endOfClass(pattern, at)
      else if (character === '\\') at += 1
      size += 1
      last = 1
    }
  }
  return outer.reduce((sum, inner) => sum + inner, size)
}

/** The end of a class `[...]`. A closing bracket directly at its beginning is a member of the class. */
function endOfClass(pattern: string, start: number): number {
  let at = start + 1
  if (pattern[at] === '^') at += 1
  if (pattern[at] === ']') at += 1
  for (; at < pattern.length && pattern[at] !== ']'; at++) if (pattern[at] === '\\') at += 1
  return at
}
