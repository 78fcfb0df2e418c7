/** A part of an expanded word. The characters of a quoted part are never special in a pattern. */
export interface Marked {
  readonly text: string
  readonly quoted: boolean
}

const special = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** A regular expression, as text, for a pattern of the shell: `*`, `?` and `[…]` are special unless they are quoted. */
export function patternSource(parts: readonly Marked[], any = '.*', one = '.'): string {
  let source = ''
  for (const { text, quoted } of parts) {
    if (quoted) source += special(text)
    else source += unquotedSource(text, any, one)
  }
  return source
}

function unquotedSource(text: string, any: string, one: string): string {
  return text.replace(/\*+|\?|\[[!^]?\]?[^\]]*\]|[^*?[]+|\[/g, (piece) => {
    if (piece.startsWith('*')) return any
    if (piece === '?') return one
    if (piece.length > 2 && piece.startsWith('[')) return bracket(piece)
    return special(piece)
  })
}

/** A set of characters. The named classes of POSIX, such as `[:digit:]`, are not supported. */
function bracket(piece: string): string {
  const negated = /^\[[!^]/.test(piece)
  const inside = piece.slice(negated ? 2 : 1, -1)
  return `[${negated ? '^' : ''}${inside.replace(/[\\\]]/g, '\\$&')}]`
}

export const isPattern = (parts: readonly Marked[]): boolean =>
  parts.some(({ text, quoted }) => !quoted && /[*?]|\[.+\]/.test(text))

/** Whether the whole text matches. */
export const matchesPattern = (text: string, parts: readonly Marked[]): boolean =>
  new RegExp(`^(?:${patternSource(parts, '[^]*', '[^]')})$`, 'u').test(text)
