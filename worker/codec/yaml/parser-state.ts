import type { YamlError } from '../yaml-error.ts'
import type { Token } from './token.ts'

/** The beginning of a node or the end of a collection. `line` counts from zero. */
export type YamlEvent =
  | { readonly type: 'alias'; readonly name: string; readonly line: number }
  | (NodeStart & { readonly type: 'scalar' })
  | (NodeStart & { readonly type: 'sequence' | 'mapping' })
  | { readonly type: 'end' }

export interface NodeStart {
  readonly line: number
  readonly anchor: string | undefined
  /** The tag with its handle resolved: `tag:yaml.org,2002:str`. */
  readonly tag: string
  /** The text of a scalar. */
  readonly value: string
  /** Whether the text of a scalar decides its type: the scalar is plain and has no tag, or its tag is `!`. */
  readonly implicit: boolean
}

/** The parser as its states see it. */
export interface ParserState {
  /** The next token, which stays the next one. */
  peek(): Token
  skip(): void
  /** Sets the state that continues once the current node is complete. */
  continueWith(state: State): void
  /** Begins a collection with the next token. */
  open(): void
  /** Ends the innermost collection with the next token. */
  close(): YamlEvent
  /** An error inside the innermost collection. */
  fault(problem: string, line: number): YamlError
  /** A tag with its handle replaced. @throws YamlError for an undefined handle */
  tag(token: Token, nodeLine: number): string
}

/** A place in the grammar: reads tokens up to the next event. */
export type State = (parser: ParserState) => YamlEvent
