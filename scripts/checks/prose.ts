/** English text of a file: one comment, one test title, one error message or one Markdown paragraph. */
export interface Passage {
  /** A message is the text of an error that the product writes itself. */
  kind: 'comment' | 'title' | 'message' | 'heading' | 'paragraph'
  text: string
  /** Line of the file, counted from 1, for each line of `text`. */
  lines: number[]
}

interface Line {
  number: number
  text: string
}

/** The passages of a source or Markdown file; none for a file of another type. */
export function passages(file: string, content: string): Passage[] {
  const lines = content.split('\n').map((text, index) => ({ number: index + 1, text }))
  if (file.endsWith('.md')) return markdown(lines)
  if (/\.(ts|mjs|cjs|svelte|css|html)$/.test(file))
    return [...comments(lines), ...literals(lines, TITLE, 'title'), ...literals(lines, MESSAGE, 'message')]
  return []
}

const DIRECTIVE = /^(oxlint|eslint|prettier|svelte|@ts|@vite|#|https?:)/

/** Consecutive comment lines are one passage, so that a rule reads whole sentences. */
function comments(lines: Line[]): Passage[] {
  const found: Line[][] = []
  let open: Line[] = []
  let style = ''
  const close = () => {
    if (open.length > 0) found.push(open)
    open = []
    style = ''
  }
  for (const line of lines) {
    const part = commentPart(line.text, style)
    if (part === undefined || (style !== '' && part.style !== style)) close()
    if (part === undefined) continue
    style = part.style
    if (DIRECTIVE.test(part.text)) {
      if (part.ends) close()
      continue
    }
    // A tag and an empty line end a sentence.
    if (part.text === '' || part.text.startsWith('@')) {
      if (open.length > 0) found.push(open)
      open = []
    }
    if (part.text !== '') open.push({ number: line.number, text: part.text.replace(/^@\w+( \{[^}]*\})?\s*/, '') })
    if (part.ends) close()
  }
  close()
  return found.map((group) => passage('comment', group))
}

interface CommentPart {
  text: string
  style: string
  ends: boolean
}

function commentPart(line: string, style: string): CommentPart | undefined {
  const whole = /^\s*\/\/ ?(.*)$/.exec(line)
  if (whole) return { text: (whole[1] ?? '').trim(), style: '//', ends: false }
  const closing = style === '<!--' ? '-->' : '*/'
  if (style === '/*' || style === '<!--') {
    const text = line.replace(closing, '').replace(/^\s*\*? ?/, '')
    return { text: text.trim(), style, ends: line.includes(closing) }
  }
  const block = /^\s*(?:\/\*\*?|\{\/\*)(?!\/) ?(.*)$/.exec(line)
  if (block) {
    const text = (block[1] ?? '').replace(/\*\/.*$/, '')
    return { text: text.trim(), style: '/*', ends: line.includes('*/') }
  }
  const html = /^\s*<!-- ?(.*)$/.exec(line)
  if (html) return { text: (html[1] ?? '').replace('-->', '').trim(), style: '<!--', ends: line.includes('-->') }
  const trailing = /\S\s+\/\/ ([^'"`]*)$/.exec(line)
  if (trailing) return { text: (trailing[1] ?? '').trim(), style: 'trailing', ends: true }
  return undefined
}

const TITLE = /\b(?:it|test|describe)(?:\.\w+)*(?:\([^'"`]*\))?\(\s*(['"`])((?:\\.|(?!\1).)+)\1/

const MESSAGE = /\bnew \w*(?:Error|Fault|Failure)\(\s*(['"`])((?:\\.|(?!\1).)+)\1/

function literals(lines: Line[], pattern: RegExp, kind: Passage['kind']): Passage[] {
  return lines.flatMap((line) => {
    const text = pattern.exec(line.text)?.[2]
    return text === undefined ? [] : [passage(kind, [{ number: line.number, text }])]
  })
}

function markdown(lines: Line[]): Passage[] {
  const found: Passage[] = []
  let open: Line[] = []
  let fence = false
  const close = () => {
    if (open.length > 0) found.push(passage('paragraph', open))
    open = []
  }
  for (const line of lines) {
    const text = line.text.trim()
    if (/^(```|~~~)/.test(text)) fence = !fence
    if (fence || text === '' || /^(```|~~~|<|\[[^\]]+\]:)/.test(text) || /^( {4}|\t)\S/.test(line.text)) {
      close()
    } else if (text.startsWith('#')) {
      close()
      found.push(passage('heading', [{ number: line.number, text: text.replace(/^#+\s*/, '') }]))
    } else if (text.startsWith('|')) {
      close()
      for (const cell of text.split(/(?<!\\)\|/)) {
        const content = cell.trim()
        if (content !== '' && !/^:?-+:?$/.test(content))
          found.push(passage('paragraph', [{ number: line.number, text: content }]))
      }
    } else {
      const item = /^([-*+]|\d+\.)\s+(.*)$/.exec(text)
      if (item) close()
      open.push({ number: line.number, text: item?.[2] ?? text })
    }
  }
  close()
  return found
}

function passage(kind: Passage['kind'], lines: Line[]): Passage {
  return { kind, text: lines.map(({ text }) => text).join('\n'), lines: lines.map(({ number }) => number) }
}
