/** The tree of a Go template, as far as printing objects needs the language. */
export type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'action'; readonly pipeline: Pipeline }
  | { readonly kind: 'break' | 'continue' }
  | TemplateCall
  | Branch

/** `{{template "name" pipeline}}`: executes a named template with the value of the pipeline as its dot. */
export interface TemplateCall {
  readonly kind: 'template'
  readonly name: string
  readonly pipeline?: Pipeline
  readonly text: string
  readonly position: string
}

export interface Branch {
  readonly kind: 'if' | 'with' | 'range'
  readonly pipeline: Pipeline
  readonly body: readonly Node[]
  readonly otherwise: readonly Node[]
}

/** Commands, each given the result of the one before as its last argument; then variables that take the result. */
export interface Pipeline {
  readonly variables: readonly string[]
  readonly commands: readonly Command[]
}

/** A value, or a function with its arguments. */
export interface Command {
  readonly function?: string
  /** For messages. */
  readonly text: string
  readonly position: string
  readonly operands: readonly Operand[]
}

export type Operand =
  | { readonly kind: 'constant'; readonly value: string | number | boolean | null }
  | { readonly kind: 'pipeline'; readonly pipeline: Pipeline; readonly fields: readonly string[] }
  /** `.a.b`, or `$name.a.b`. `text` and `column` are for messages. */
  | {
      readonly kind: 'path'
      readonly variable?: string
      readonly fields: readonly string[]
      readonly text: string
      readonly position: string
    }
