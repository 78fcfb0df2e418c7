import type { Flag } from './flags.ts'
import type { Session } from './session.ts'

/** One command of the client. `{cli}` in its texts is replaced by the client's own name. */
export interface Command {
  readonly name: string
  readonly aliases?: readonly string[]
  /** One line for the list of commands. */
  readonly summary: string
  /** The text of `--help` above the examples; the summary when absent. */
  readonly description?: string
  /** The usage line without the client's name: `get TYPE [NAME] [flags]`. */
  readonly usage: string
  readonly examples?: readonly Example[]
  readonly flags?: readonly Flag[]
  readonly commands?: readonly CommandEntry[]
  /** Whether a word that names no subcommand may name a plugin: `create foo` is `kubectl-create-foo`. */
  readonly hasPlugins?: boolean
  /** The exit code for flags that cannot be read, when it is not 1. */
  readonly flagErrorCode?: number
  /**
   * The stream of the help and the exit code of a command that only groups subcommands, when it is called without
   * one. Default: stderr and 1.
   */
  readonly alone?: { readonly stream: 'stdout' | 'stderr'; readonly code: number }
  /** Resolves to the exit code; undefined is 0. Absent when the command only groups subcommands. @throws Failure */
  run?(session: Session): Promise<number | undefined | void>
}

export type Example = readonly [comment: string, line: string]

/** The name of a command and the function that loads its code. */
export interface CommandEntry {
  readonly name: string
  readonly aliases?: readonly string[]
  load(): Promise<Command>
}

/** The entry of a command whose code is already loaded. */
export function entry(command: Command): CommandEntry {
  return { name: command.name, aliases: command.aliases, load: () => Promise.resolve(command) }
}
