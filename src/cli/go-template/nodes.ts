import { quote } from '../../../worker/api/go-format.ts'

/**
 * The tree of a Go template, as Go's `text/template/parse` builds it. A node that messages name has its offset, `at`.
 */
export type Node = TextNode | ActionNode | LoopExitNode | TemplateNode | BranchNode

export interface TextNode {
  readonly kind: 'text'
  readonly text: string
}

export interface ActionNode {
  readonly kind: 'action'
  readonly at: number
  readonly pipeline: Pipeline
}

export interface LoopExitNode {
  readonly kind: 'break' | 'continue'
}

/** `{{template "name" pipeline}}`: executes a named template with the value of the pipeline as its dot. */
export interface TemplateNode {
  readonly kind: 'template'
  readonly at: number
  readonly name: string
  readonly pipeline?: Pipeline
}

export interface BranchNode {
  readonly kind: 'if' | 'with' | 'range'
  readonly pipeline: Pipeline
  readonly body: readonly Node[]
  readonly otherwise: readonly Node[]
}

/**
 * Commands, each of which gets the result of the previous one as its last argument. The variables take the last result.
 */
export interface Pipeline {
  readonly kind: 'pipeline'
  readonly at: number
  readonly variables: string[]
  /** Whether the operator is `=` instead of `:=`. */
  isAssignment: boolean
  readonly commands: Command[]
}

export interface Command {
  readonly kind: 'command'
  readonly at: number
  readonly operands: Operand[]
}

export type Operand =
  | Pipeline
  | { readonly kind: 'function'; readonly at: number; readonly name: string }
  | { readonly kind: 'dot' | 'nil'; readonly at: number }
  | { readonly kind: 'boolean'; readonly at: number; readonly value: boolean }
  | { readonly kind: 'number'; readonly at: number; readonly text: string; readonly value: GoNumber }
  | { readonly kind: 'string'; readonly at: number; readonly text: string; readonly value: string }
  | { readonly kind: 'field'; readonly at: number; readonly fields: readonly string[] }
  | { readonly kind: 'variable'; readonly at: number; readonly name: string; readonly fields: readonly string[] }
  | { readonly kind: 'chain'; readonly at: number; readonly operand: Operand; readonly fields: readonly string[] }

/** A number whose Go type does not follow from its value. */
export class GoNumber {
  readonly value: number
  constructor(value: number) {
    this.value = value
  }
}

/** A Go `int`, such as a constant or a length; the integers of an object are `int64`. */
export class GoInt extends GoNumber {}

/** A constant that is a `float64`, such as `1.0`. */
export class GoFloat extends GoNumber {}

/** A constant that is a `complex128`, such as `1+2i`; `value` is its real part. */
export class GoComplex extends GoNumber {
  readonly imaginary: number
  constructor(value: number, imaginary: number) {
    super(value)
    this.imaginary = imaginary
  }
}

const path = (fields: readonly string[]): string => fields.map((field) => `.${field}`).join('')

/** The source text of a node in Go's own spelling, which error messages quote. */
export function nodeText(node: Operand | Command | TemplateNode): string {
  switch (node.kind) {
    case 'pipeline': {
      const variables = node.variables.length === 0 ? '' : `${node.variables.join(', ')} ${assignment(node)} `
      return variables + node.commands.map(nodeText).join(' | ')
    }
    case 'command':
      return node.operands.map((each) => (each.kind === 'pipeline' ? `(${nodeText(each)})` : nodeText(each))).join(' ')
    case 'template':
      return `{{template ${quote(node.name)}${node.pipeline === undefined ? '' : ` ${nodeText(node.pipeline)}`}}}`
    case 'function':
      return node.name
    case 'dot':
      return '.'
    case 'nil':
      return 'nil'
    case 'boolean':
      return String(node.value)
    case 'number':
    case 'string':
      return node.text
    case 'field':
      return path(node.fields)
    case 'variable':
      return node.name + path(node.fields)
    default:
      return `${node.operand.kind === 'pipeline' ? `(${nodeText(node.operand)})` : nodeText(node.operand)}${path(node.fields)}`
  }
}

const assignment = ({ isAssignment }: Pipeline): string => (isAssignment ? '=' : ':=')
