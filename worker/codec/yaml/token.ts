/**
 * A piece of the text as the scanner reads it. The names come from libyaml, on which the real server's reader is based.
 */
export interface Token {
  readonly type: TokenType
  /** The lines on which the token begins and ends, counted from zero. Errors name lines only. */
  readonly line: number
  readonly endLine: number
  /** The value of a scalar, the name of an anchor or alias, the suffix of a tag, the prefix of a tag directive, a version. */
  readonly text: string
  /** The handle of a tag or a tag directive. */
  readonly handle: string
  /** Whether a scalar has no quotes and is not in a block. */
  readonly isPlain: boolean
  /** The key that the token may still become, else undefined. */
  key: SimpleKey | undefined
}

/** A token that becomes a key when a colon follows it on the same line. */
export interface SimpleKey {
  readonly at: number
  readonly line: number
  readonly column: number
  /** Whether the token is at the indentation of a block mapping. Only a key may begin there. */
  readonly required: boolean
  /** The number of the key's token, counted from the beginning of the text. */
  readonly token: number
  readonly flowLevel: number
  /** Surrogate pairs between `at` and `countedTo`: the real server counts each as one character. */
  pairs: number
  countedTo: number
}

export type TokenType =
  | 'stream-end'
  | 'version'
  | 'tag-directive'
  | 'document-start'
  | 'document-end'
  | 'block-sequence-start'
  | 'block-mapping-start'
  | 'block-end'
  | 'flow-sequence-start'
  | 'flow-sequence-end'
  | 'flow-mapping-start'
  | 'flow-mapping-end'
  | 'block-entry'
  | 'flow-entry'
  | 'key'
  | 'value'
  | 'alias'
  | 'anchor'
  | 'tag'
  | 'scalar'

/** A token from `line` to `endLine`. All tokens have one shape, which the engine reads fast. */
export function newToken(
  type: TokenType,
  { line, endLine = line }: { line: number; endLine?: number },
  { text = '', handle = '', isPlain = false }: Partial<Pick<Token, 'text' | 'handle' | 'isPlain'>> = {},
): Token {
  return { type, line, endLine, text, handle, isPlain, key: undefined }
}
