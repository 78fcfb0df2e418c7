import { Failure } from './failure.ts'
import type { Files } from './host.ts'

/** The files that match a pattern of Go's `filepath.Glob`, sorted. @throws Failure for a malformed pattern */
export async function matchingFiles(files: Files, pattern: string): Promise<string[]> {
  const parts = pattern.split('/')
  const absolute = parts[0] === ''
  let found = [absolute ? '/' : '']
  for (const part of absolute ? parts.slice(1) : parts) {
    const matches = segmentMatcher(pattern, part)
    const below: string[] = []
    for (const folder of found) {
      const inFolder = (name: string): string =>
        folder === '' || folder.endsWith('/') ? folder + name : `${folder}/${name}`
      if (matches === undefined) {
        if ((await files.kind(inFolder(part))) !== undefined) below.push(inFolder(part))
      } else if ((await files.kind(folder === '' ? '.' : folder)) === 'directory')
        below.push(
          ...(await files.list(folder === '' ? '.' : folder)).filter((name) => matches.test(name)).map(inFolder),
        )
    }
    found = below
  }
  return found
}

/** The expression for one part of a pattern; undefined for a name without special characters. */
function segmentMatcher(pattern: string, part: string): RegExp | undefined {
  if (!/[*?[\\]/.test(part)) return undefined
  const piece = /\*|\?|\[(\^?)((?:\\.|[^\]\\])+)\]|\\(.)|([^[\\])/sy
  /** The expressions of the parts between the stars. */
  const between = ['']
  for (let at = 0; at < part.length; at = piece.lastIndex) {
    piece.lastIndex = at
    const match = piece.exec(part)
    if (match === null) throw new Failure(`pattern ${JSON.stringify(pattern)} is not valid: syntax error in pattern`)
    if (match[0] === '*') between.push('')
    else between.push((between.pop() ?? '') + oneCharacter(match))
  }
  return new RegExp(`^${joinedByStars(between)}$`, 's')
}

function oneCharacter([text, negated = '', set, escaped, plain = '']: RegExpExecArray): string {
  if (text === '?') return '.'
  if (set !== undefined) return `[${negated}${set.replace(/\\(.)|[[^]/gs, literalInSet)}]`
  return (escaped ?? plain).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

/**
 * A part after a star matches at its first occurrence, except for the last part, which matches at the end. The lookahead with a
 * reference to its group keeps the engine from trying other occurrences, whose number grows with a power of the stars.
 */
function joinedByStars(parts: readonly string[]): string {
  const [first = '', ...others] = parts
  const last = others.pop()
  const middle = others.map((part, index) => `(?=(.*?${part}))(?:\\${index + 1})`)
  return first + middle.join('') + (last === undefined ? '' : `.*${last}`)
}

/** A character inside brackets, escaped for a RegExp. `escaped` is the character after a backslash. */
const literalInSet = (text: string, escaped = text): string => (/[\\\][^-]/.test(escaped) ? `\\${escaped}` : escaped)
