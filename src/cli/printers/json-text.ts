const TOKEN = /"(?:\\[^]|[^"\\])*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** A JSON text with two spaces for each level, and otherwise as it is written: escapes, order and repeated keys. */
export function indentJsonText(text: string): string {
  const end = /\s*$/.exec(text)?.[0] ?? ''
  let out = ''
  let line = '\n'
  let previous = ''
  for (const [token] of text.matchAll(TOKEN)) {
    const isEnd = token === '}' || token === ']'
    const isOpened = previous === '{' || previous === '['
    if (isEnd) line = line.slice(0, -2)
    if (isEnd !== isOpened && (isEnd || isOpened)) out += line
    out += token
    if (token === '{' || token === '[') line += '  '
    if (token === ',') out += line
    if (token === ':') out += ' '
    previous = token
  }
  return out + end
}
