/** The source with quotes in place of the characters of its comments and texts, so that only code matches a pattern. */
export const codeOnly = (content: string): string =>
  content.replace(/\/\*[^]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, (text) =>
    text.replace(/[^\n]/g, '"'),
  )

/** The number of the line of an index. */
export const lineAt = (content: string, index: number): number => content.slice(0, index).split('\n').length
