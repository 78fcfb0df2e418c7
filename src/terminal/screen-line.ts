/** The screen position at the end of a text that begins at column 0 and wraps at `columns`. */
export interface Place {
  readonly row: number
  readonly column: number
}

export function placeAfter(text: string, columns: number): Place {
  let [row, column] = [0, 0]
  for (const character of text) {
    if (character === '\n') {
      row++
      column = 0
      continue
    }
    const width = cellWidth(character)
    if (column + width > columns) {
      row++
      column = 0
    }
    column += width
  }
  // After a full line, a terminal keeps the cursor on it until the next character. This function returns the next row.
  return column >= columns ? { row: row + 1, column: 0 } : { row, column }
}

/** Replaces control characters, and characters that reorder the letters around them, by U+FFFD. The length does not change. */
export const visible = (text: string): string => text.replace(/(?!\n)[\p{Cc}\p{Bidi_C}]/gu, '\ufffd')

/** The width of a character in cells: two for wide East Asian characters and emoji, none for combining marks. */
export function cellWidth(character: string): number {
  if (/\p{M}|\u200d|\ufe0f/u.test(character)) return 0
  return /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}]|[\u{20000}-\u{3fffd}]/u.test(
    character,
  )
    ? 2
    : 1
}

export interface Drawing {
  /** The output for the terminal. */
  readonly output: string
  /** The number of rows from the first row of the line to the cursor. The next drawing starts that many rows higher. */
  readonly cursorRow: number
}

interface ScreenLine {
  /** May contain colour sequences. */
  readonly prompt: string
  readonly text: string
  /** The number of characters of `text` before the cursor. */
  readonly cursor: number
  /** The width of the terminal. */
  readonly columns: number
  /** `Drawing.cursorRow` of the drawing that this one replaces; 0 for the first. */
  readonly cursorRow: number
}

/** Redraws a line in place: from its first row, over its previous drawing. */
export function drawLine({ prompt, text, cursor, columns, cursorRow }: ScreenLine): Drawing {
  const plain = prompt.replace(/\p{Cc}\[[0-9;]*m/gu, '')
  const shown = visible(text).replaceAll('\n', '\n> ')
  const upTo = text.slice(0, cursor).replaceAll('\n', '\n> ')
  const end = placeAfter(plain + shown, columns)
  const at = placeAfter(plain + upTo, columns)
  const up = cursorRow > 0 ? `\x1b[${cursorRow}A` : ''
  // After a full line the cursor stays on it. A space and a carriage return move it to the next line.
  const wrap = end.column === 0 && end.row > 0 && !shown.endsWith('\n') ? ' \r' : ''
  const back = end.row > at.row ? `\x1b[${end.row - at.row}A` : ''
  const right = at.column > 0 ? `\x1b[${at.column}C` : ''
  const output = `\r${up}\x1b[J${prompt}${shown.replaceAll('\n', '\r\n')}${wrap}\r${back}${right}`
  return { output, cursorRow: at.row }
}

/** Words in columns, in separate lines. */
export function inColumns(words: readonly string[], columns: number): string {
  const width = Math.max(...words.map((word) => word.length)) + 2
  const perRow = Math.max(1, Math.floor(columns / width))
  let out = '\r\n'
  words.forEach((word, index) => {
    out += (index + 1) % perRow === 0 ? `${word}\r\n` : word.padEnd(width)
  })
  return words.length % perRow === 0 ? out : `${out}\r\n`
}
