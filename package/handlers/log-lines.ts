/** Characters that end a line for some reader, control a terminal, or reorder the letters around them. Tabs are harmless. */
const CONTROLS = /(?!\t)[\p{Cc}\p{Bidi_C}\u2028\u2029]/gu

/**
 * The lines of a log for a text of a handler. Each line begins with the handler's name, so that no handler can write a line under
 * the name of another. Control characters are written as `\u001b`.
 */
export function logLines(name: string, text: string): string[] {
  return text.split(/\r?\n/).map((line) => `${escaped(name)}: ${escaped(line)}`)
}

const escaped = (text: string): string =>
  text.replace(CONTROLS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
