import type { Output } from '../shell/shell.ts'
import { Shell } from '../shell/shell.ts'
import { CLEAR } from '../script/streams.ts'

/**
 * Control characters except tab and line feed, with the rest of a sequence that sets colours, and characters that change
 * the order of the letters around them. A carriage return counts, unless a line feed follows: it would let a text
 * overwrite its line. A sequence that hides letters sets no colour.
 */
const CONTROL = /(?![\t\n]|\r\n)[\p{Cc}\p{Bidi_C}](\[(?!(?:[\d;]*;)?0*8[;m])[\d;]*m)?/gu
const ESCAPE = '\u001b'

/** The text as the terminal may show it: with colours. Other escapes become `^[`, as in kubectl's tables. */
export const plainText = (text: string): string =>
  text.replace(CONTROL, (whole: string, sequence: string = '') => {
    if (!whole.startsWith(ESCAPE)) return `\ufffd${sequence}`
    return sequence === '' ? '^[' : whole
  })

/** A shell whose output cannot control the terminal: names, annotations and logs may hold any character. */
export class PlainShell extends Shell {
  override run(line: string, output: Output): Promise<number> {
    return super.run(line, {
      columns: output.columns,
      signal: output.signal,
      // Only commands of the shell clear the screen, never a text that they print.
      clear: () => output.stdout(CLEAR),
      stdout: (text) => output.stdout(plainText(text)),
      stderr: (text) => output.stderr(plainText(text)),
    })
  }
}
