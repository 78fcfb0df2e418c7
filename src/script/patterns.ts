import { bounded } from './script.ts'

/** A part of an expanded word. The characters of a quoted part are never special in a pattern. */
export interface Marked {
  readonly text: string
  readonly quoted: boolean
}

/** Text that matches literally, or a test of one character. */
type Unit = string | ((character: string) => boolean)
/** The units between two `*`. */
type Segment = readonly Unit[]

interface Place {
  readonly start: number
  readonly end: number
}

/** The text of the parts together. */
export function textOf(parts: readonly Marked[]): string {
  let all = ''
  for (const { text } of parts) all = bounded(all + text)
  return all
}

export const isPattern = (parts: readonly Marked[]): boolean =>
  parts.some(({ text, quoted }) => !quoted && /[*?]|\[.+\]/.test(text))

/** The pattern of a word: `*`, `?` and `[…]` are special unless they are quoted. */
export function patternOf(parts: readonly Marked[]): Pattern {
  let last: Unit[] = []
  const segments = [last]
  for (const { text, quoted } of parts)
    for (const piece of quoted ? [text] : (text.match(/\*+|\?|\[[!^]?\]?[^\]]*\]|[^*?[]+|\[/g) ?? [])) {
      const before = last.at(-1)
      const unit = quoted ? piece : unitOf(piece)
      if (!quoted && piece.startsWith('*')) segments.push((last = []))
      else if (typeof unit === 'string' && typeof before === 'string') last[last.length - 1] = before + unit
      else if (unit !== '') last.push(unit)
    }
  return new Pattern(segments)
}

function unitOf(piece: string): Unit {
  if (piece === '?') return () => true
  if (piece.length < 3 || !piece.startsWith('[')) return piece
  const set = setOf(piece)
  return (character) => set.test(character)
}

/** A set of characters. The named classes of POSIX, such as `[:digit:]`, are not supported. */
function setOf(piece: string): RegExp {
  const negated = /^\[[!^]/.test(piece)
  const inside = piece.slice(negated ? 2 : 1, -1)
  return new RegExp(`^[${negated ? '^' : ''}${inside.replace(/[\\\]]/g, '\\$&')}]$`, 'u')
}

/**
 * A pattern of the shell. A match places the segments between the stars one after the other and tries no second place for
 * any, so its time grows with the length of the text, and not with a power of it.
 */
export class Pattern {
  readonly #segments: readonly Segment[]

  constructor(segments: readonly Segment[]) {
    this.#segments = segments
  }

  /** Whether the pattern is the empty text. */
  get isEmpty(): boolean {
    return this.#segments.length === 1 && this.#segments[0]?.length === 0
  }

  /** Whether the whole text matches. */
  matches(text: string): boolean {
    return this.end(text, true) === text.length
  }

  /** The end of the match that begins at a position; undefined without a match. */
  end(text: string, longest: boolean, start = 0): number | undefined {
    const [first = [], ...others] = this.#segments
    let end = endAt(first, text, start)
    for (const [index, segment] of others.entries()) {
      if (end === undefined) return undefined
      const find = longest && index === others.length - 1 ? lastPlace : firstPlace
      end = find(segment, text, end)?.end
    }
    return end
  }

  /** The start of the match that ends at the end of the text; undefined without a match. */
  start(text: string, longest: boolean): number | undefined {
    const segments = this.#segments.map((segment) =>
      segment.map((unit) => (typeof unit === 'string' ? reversed(unit) : unit)).reverse(),
    )
    const end = new Pattern(segments.reverse()).end(reversed(text), longest)
    return end === undefined ? undefined : text.length - end
  }

  /** The first and longest match from a position. */
  search(text: string, from: number): Place | undefined {
    const start = firstPlace(this.#segments[0] ?? [], text, from)?.start
    // When the other segments do not follow the first place of the first segment, they follow none of its places.
    const end = start === undefined ? undefined : this.end(text, true, start)
    return start === undefined || end === undefined ? undefined : { start, end }
  }
}

const reversed = (text: string): string => [...text].reverse().join('')

/** The end of a segment that begins at this position. */
function endAt(segment: Segment, text: string, start: number): number | undefined {
  let at = start
  for (const unit of segment) {
    if (typeof unit === 'string') {
      if (!text.startsWith(unit, at)) return undefined
      at += unit.length
    } else {
      const code = text.codePointAt(at)
      if (code === undefined) return undefined
      const character = String.fromCodePoint(code)
      if (!unit(character)) return undefined
      at += character.length
    }
  }
  return at
}

function firstPlace(segment: Segment, text: string, from: number): Place | undefined {
  const [first] = segment
  for (let start = from; start <= text.length; start += widthAt(text, start)) {
    if (typeof first === 'string') start = text.indexOf(first, start)
    if (start < 0) return undefined
    const end = endAt(segment, text, start)
    if (end !== undefined) return { start, end }
  }
  return undefined
}

function lastPlace(segment: Segment, text: string, from: number): Place | undefined {
  const [first] = segment
  for (let start = text.length; start >= from; start--) {
    if (typeof first === 'string') start = text.lastIndexOf(first, start)
    if (start < from) return undefined
    const end = insideCharacter(text, start) ? undefined : endAt(segment, text, start)
    if (end !== undefined) return { start, end }
  }
  return undefined
}

/** The number of code units of the character at a position; 1 at the end of the text. */
const widthAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)

const insideCharacter = (text: string, at: number): boolean => at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff
