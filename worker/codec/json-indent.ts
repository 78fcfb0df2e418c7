const STEP = '  '

/** Indents compact JSON by two columns for each level. The function edits the text, so numbers keep their spelling. */
export function indentJson(text: string): string {
  let out = ''
  let level = 0
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|\{\}|\[\]|[{}[\]:,]|[^"{}[\]:,]+/g) ?? []
  for (const token of tokens) {
    if (token === '{' || token === '[') out += token + newLine(++level)
    else if (token === '}' || token === ']') out += newLine(--level) + token
    else if (token === ',') out += token + newLine(level)
    else out += token === ':' ? ': ' : token
  }
  return out
}

const newLine = (level: number): string => '\n' + STEP.repeat(level)
