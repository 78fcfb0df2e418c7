import type { Output } from '../shell/shell.ts'
import { Shell } from '../shell/shell.ts'
import { CLEAR } from '../script/streams.ts'

/**
 * Characters that a text may not contain: control characters except tab and line feed, and characters that reorder the
 * letters around them. The second part matches the rest of a sequence that sets colours; a sequence that hides letters
 * does not count. A carriage return before a line feed is allowed; any other one would let a text overwrite its line.
 */
const CONTROL = /(?![\t\n]|\r\n)[\p{Cc}\p{Bidi_C}](\[(?!(?:[\d;]*;)?0*8[;m])[\d;]*m)?/gu
const ESCAPE = '\u001b'

/** The text as the terminal may show it. Colours are kept. Other escapes become `^[`, as in kubectl's tables. */
export const plainText = (text: string): string =>
  text.replace(CONTROL, (whole: string, sequence: string = '') => {
    if (!whole.startsWith(ESCAPE)) return `\ufffd${sequence}`
    return sequence === '' ? '^[' : whole
  })

/** A shell whose output cannot control the terminal. Names, annotations and logs may contain any character. */
export class PlainShell extends Shell {
  override run(line: string, output: Output): Promise<number> {
    return super.run(line, {
      columns: output.columns,
      signal: output.signal,
      // Only commands of the shell may clear the screen; a printed text may not.
      clear: () => output.stdout(CLEAR),
      stdout: (text) => output.stdout(plainText(text)),
      stderr: (text) => output.stderr(plainText(text)),
    })
  }
}
