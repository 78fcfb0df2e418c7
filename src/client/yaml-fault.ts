/** The first syntax error of a text that is not YAML. The message is that of the parser. */
export class YamlFault extends Error {
  override readonly name = 'YamlFault'
  /** The name of the error in the parser: `BAD_INDENT`. */
  readonly code: string
  /** Counted from 1. */
  readonly line: number
  readonly column: number

  constructor(message: string, code: string, place: { readonly line: number; readonly col: number } | undefined) {
    super(message)
    this.code = code
    this.line = place?.line ?? 1
    this.column = place?.col ?? 1
  }
}
