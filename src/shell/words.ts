/**
 * The words of a line that is one simple command, without quotes. Undefined when the line contains syntax that only a
 * shell supports (pipes, redirections, variables, patterns, several lines).
 */
export function simpleWords(line: string): string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at)
    if (character === ' ' || character === '\t') {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (character === "'") {
      const end = line.indexOf("'", at + 1)
      if (end < 0) return undefined
      word = (word ?? '') + line.slice(at + 1, end)
      at = end
    } else if (character === '"') {
      const quoted = doubleQuoted(line, at + 1)
      if (quoted === undefined) return undefined
      word = (word ?? '') + quoted.text
      at = quoted.end
    } else if (character === '\\') {
      if (++at >= line.length || line.charAt(at) === '\n') return undefined
      word = (word ?? '') + line.charAt(at)
    } else if (/[|&;<>()$`*?[\]{}!\n#~]/.test(character) && !isHarmless(character, word)) return undefined
    else word = (word ?? '') + character
  }
  if (word !== undefined) words.push(word)
  return /^\w+=/.test(words[0] ?? '') ? undefined : words
}

/** Whether a special character has no effect here: `#` and `~` inside a word are literal. */
const isHarmless = (character: string, word: string | undefined): boolean =>
  (character === '#' || character === '~') && word !== undefined

function doubleQuoted(line: string, from: number): { text: string; end: number } | undefined {
  let text = ''
  for (let at = from; at < line.length; at++) {
    const character = line.charAt(at)
    if (character === '"') return { text, end: at }
    if (character === '$' || character === '`') return undefined
    if (character === '\\' && /["\\$`]/.test(line.charAt(at + 1))) text += line.charAt(++at)
    else text += character
  }
  return undefined
}

/**
 * Whether the line is incomplete: it has an open quote or a here-document without its end, or ends with a backslash, `|`, `||` or
 * `&&`.
 */
export function isUnfinished(text: string): boolean {
  if (/(^|[^\\])(\\\\)*\\$/.test(text)) return true
  const open = openHeredoc(text)
  if (open !== undefined) return open
  return hasOpenQuote(text) || /(\||&&)\s*$/.test(text)
}

/** Whether the end of the here-document is missing; undefined without a here-document. */
function openHeredoc(text: string): boolean | undefined {
  const start = /<<(-?)\s*(['"]?)([A-Za-z_]\w*)\2/.exec(text)
  if (start === null) return undefined
  const end = new RegExp(`\\n${start[1] === '-' ? '\\t*' : ''}${start[3] ?? ''}(\\n|$)`)
  return !end.test(text.slice(start.index))
}

function hasOpenQuote(text: string): boolean {
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '\\' && quote !== "'") at++
    else if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '#' && (at === 0 || /\s/.test(text.charAt(at - 1)))) {
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end
    }
  }
  return quote !== ''
}
