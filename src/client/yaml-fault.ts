/** The first syntax error of a text that is not YAML. It has the message of the parser. */
export class YamlFault extends Error {
  override readonly name = 'YamlFault'
  /** The name of the error in the parser: `BAD_INDENT`. */
  readonly code: string
  /** The line and the column are counted from 1. */
  readonly line: number
  readonly column: number

  constructor(message: string, code: string, place: { readonly line: number; readonly col: number } | undefined) {
    super(message)
    this.code = code
    this.line = place?.line ?? 1
    this.column = place?.col ?? 1
  }
}
