/**
 * A parsed command line of the terminal. `parseScript` creates it, and the `Interpreter` runs it. The syntax is the subset of the
 * POSIX shell language whose commands can stream. The line `kubectl get pods -w | grep web; echo $?` has two items. The first
 * item has a pipeline of two commands.
 */
export interface Script {
  readonly items: readonly Item[]
}

export interface Item {
  readonly pipelines: readonly Step[]
  /** Whether the item ends with `&`. */
  readonly background: boolean
  /** The source text, for the list of jobs. */
  readonly text: string
}

/** A pipeline, and when it runs: always, or depending on the exit code of the previous one. */
export interface Step {
  readonly when: 'always' | 'success' | 'failure'
  readonly pipeline: Pipeline
}

export interface Pipeline {
  readonly negated: boolean
  readonly stages: readonly Stage[]
}

export interface Stage {
  readonly command: Command
  /** Whether standard error goes into the pipe too (`|&`). */
  readonly errorsToo: boolean
}

export type Command = SimpleCommand | CompoundCommand | FunctionDefinition

export interface SimpleCommand {
  readonly kind: 'simple'
  readonly assignments: readonly Assignment[]
  readonly words: readonly Word[]
  readonly redirections: readonly Redirection[]
}

export interface Assignment {
  readonly name: string
  readonly value: Word
  /** Whether the assignment appends (`+=`). */
  readonly appends: boolean
}

export interface CompoundCommand {
  readonly kind: 'compound'
  readonly body: CompoundBody
  readonly redirections: readonly Redirection[]
}

export type CompoundBody =
  | { readonly kind: 'group' | 'subshell'; readonly script: Script }
  | { readonly kind: 'if'; readonly branches: readonly Branch[]; readonly otherwise: Script | undefined }
  | { readonly kind: 'while' | 'until'; readonly condition: Script; readonly body: Script }
  | { readonly kind: 'for'; readonly name: string; readonly words: readonly Word[] | undefined; readonly body: Script }
  | { readonly kind: 'case'; readonly subject: Word; readonly cases: readonly Case[] }

export interface Branch {
  readonly condition: Script
  readonly body: Script
}

export interface Case {
  readonly patterns: readonly Word[]
  readonly body: Script
}

export interface FunctionDefinition {
  readonly kind: 'function'
  readonly name: string
  readonly body: Command
}

export interface Redirection {
  /** The redirected stream: 0, 1 or 2; `both` for `&>`. */
  readonly stream: number | 'both'
  readonly operator: '<' | '>' | '>>' | '>&' | '<<' | '<<<'
  /** A file, a stream number or, for `<<` and `<<<`, the text. */
  readonly target: Word
}

export type Word = readonly Part[]

export type Part =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  | ParameterPart
  | { readonly kind: 'command'; readonly script: Script; readonly quoted: boolean }
  | { readonly kind: 'arithmetic'; readonly expression: Word; readonly quoted: boolean }

export interface ParameterPart {
  readonly kind: 'parameter'
  readonly name: string
  /**
   * The sign between the name and the argument, such as `:-`, `#`, `%%`, `/` or `:`; `length` for `${#name}`; empty without an
   * operator.
   */
  readonly operator: string
  /** The text after the operator. */
  readonly argument: Word
  readonly quoted: boolean
}

/** An error in the syntax or the expansion of a script, with the message of bash. */
export class ScriptError extends Error {}

/** The most characters of a variable, a word or the output of a substitution. */
const MAX_TEXT = 1 << 24

/** The text. @throws ScriptError when it is longer than MAX_TEXT: a script may double a text without end */
export function bounded(text: string): string {
  if (text.length > MAX_TEXT) throw new ScriptError('text longer than 16 MiB')
  return text
}

/** Syntax of bash outside the subset (arrays, `[[`, process substitution). Another shell has to run the line. */
export class OtherSyntax extends Error {}
