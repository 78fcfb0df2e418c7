import { isLonger } from '../../runtime/utf8.ts'
import { decodeUtf8 } from '../../runtime/utf8-decoder.ts'
import type { Sign, TextNode, TextRecord } from './text-node.ts'
import { ELLIPSIS, line, quotedText, wrapped } from './text-node.ts'

/*
 * The form of texts with several lines: between triple quotes, without escapes. It is used only when every line is legible.
 */

const LEGIBLE = /^(?!"""|\.\.\.)[\t \p{L}\p{M}\p{N}\p{P}\p{S}]*$/u

/** A line as it is shown, without a carriage return at each end; undefined when it could be misread. */
export function legibleLine(text: string): string | undefined {
  const bare = text.replace(/\r$/, '').replace(/^\r/, '')
  return LEGIBLE.test(bare) ? bare : undefined
}

/** From this number of lines, a text is shown between triple quotes. */
const MANY = 4

/** The lines of a text that is shown between triple quotes; undefined for other texts. @param longest the bytes of a line */
function legibleLines(text: string, longest: number): readonly string[] | undefined {
  const lines = text.replace(/\n$/, '').split('\n')
  if (lines.length < MANY) return undefined
  const legible: string[] = []
  for (const each of lines) {
    const shown = legibleLine(each)
    if (shown === undefined || isLonger(shown, longest)) return undefined
    legible.push(shown)
  }
  return legible
}

/** Lines of one side between triple quotes. @param most the number of lines that are shown */
function quotedLines(
  lines: readonly string[],
  { sign, most, prefix }: { readonly sign: Sign; readonly most: number; readonly prefix: string },
): TextNode {
  const shown = lines.length > most ? lines.slice(0, most - 1) : lines
  const list = shown.map((text): TextRecord => ({ sign, value: line(text), hasNoComma: true }))
  const elided = lines.length - shown.length
  if (elided > 0) list.push({ sign, value: ELLIPSIS, hasNoComma: true, comment: `${elided} elided lines` })
  const quotes: TextRecord = { sign, value: line(`${prefix}"""`), hasNoComma: true }
  return wrapped('(', { list: [quotes, ...list, quotes] }, ')')
}

interface TextOptions {
  readonly mode: 'difference' | 'same' | 'removed' | 'inserted'
  readonly verbosity: number
}

/** A text of one side. @param prefix a letter before the quotes, as in `s"text"` */
export function formatText(text: string, { verbosity, mode }: TextOptions, prefix = ''): TextNode {
  const most = (1 << Math.max(0, verbosity)) << 5
  const sign = mode === 'removed' ? '-' : '+'
  const lines = mode === 'removed' || mode === 'inserted' ? legibleLines(text, most) : undefined
  if (lines !== undefined) return quotedLines(lines, { sign, most: (1 << Math.max(0, verbosity)) << 2, prefix })
  if (!isLonger(text, most + '...'.length)) return line(`${prefix}${quotedText(text)}`)
  return line(`${prefix}${quotedText(decodeUtf8(new TextEncoder().encode(text).subarray(0, most)))}...`)
}
