import type { Input, Sink } from './streams.ts'
import type { ShellState } from './shell-state.ts'

/** The files of the shell, by absolute path. */
export interface ShellFiles {
  kind(path: string): Promise<'file' | 'directory' | undefined>
  /** Rejects when there is no such file. */
  text(path: string): Promise<string>
  write(path: string, text: string): Promise<void>
  /** Names in a directory, sorted. */
  list(path: string): Promise<readonly string[]>
}

/** The streams of a command, and the signal that ends it. */
export interface Streams {
  readonly stdin: Input
  readonly stdout: Sink
  readonly stderr: Sink
  readonly signal: AbortSignal
}

/** A running command. */
export interface Process extends Streams {
  readonly name: string
  /** The arguments of the command. */
  readonly words: readonly string[]
  /** The state of the shell that runs the command. A command in a pipeline has a copy. */
  readonly state: ShellState
  readonly files: ShellFiles
  /** Width of the terminal in cells. */
  readonly columns: number
  /** Runs another command, with these streams or with the given ones. */
  run(words: readonly string[], streams?: Partial<Streams>): Promise<number>
  /** Runs a text as `eval` does. */
  evaluate(text: string, streams?: Partial<Streams>): Promise<number>
  /** Resolves after a time; rejects when the signal aborts. */
  pause(milliseconds: number): Promise<void>
}

/** One command of the shell: `src/shell/programs/<name>.ts`. It returns an exit code. */
export interface Program {
  readonly name: string
  readonly aliases?: readonly string[]
  /** Texts for `help`: a usage such as `watch [-n SECONDS] COMMAND`, and a summary of one sentence. */
  readonly usage: string
  readonly summary: string
  run(process: Process): Promise<number> | number
}

/** A mistake of the caller. Its message is shown after the command's name. */
export class UsageFault extends Error {
  readonly code: number
  constructor(message: string, code = 1) {
    super(message)
    this.code = code
  }
}
