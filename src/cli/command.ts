import type { Flag } from './flags.ts'
import type { Session } from './session.ts'

/** One command of the client. Texts may hold `{cli}`: the client's own name. */
export interface Command {
  readonly name: string
  readonly aliases?: readonly string[]
  /** One line for the list of commands. */
  readonly summary: string
  /** What `--help` says above the examples; the summary where absent. */
  readonly description?: string
  /** After the client's name: `get TYPE [NAME] [flags]`. */
  readonly usage: string
  readonly examples?: readonly Example[]
  readonly flags?: readonly Flag[]
  readonly commands?: readonly CommandEntry[]
  /** The exit code for flags that cannot be read, when it is not 1. */
  readonly flagErrorCode?: number
  /** Where a command that only holds others writes its help when it is called alone, and its exit code; stderr and 1. */
  readonly alone?: { readonly stream: 'stdout' | 'stderr'; readonly code: number }
  /** Absent: the command only holds others. Resolves to the exit code; nothing means 0. Failures are thrown. */
  run?(session: Session): Promise<number | undefined | void>
}

export type Example = readonly [comment: string, line: string]

/** Where a command is found: its code is loaded when it is first used. */
export interface CommandEntry {
  readonly name: string
  readonly aliases?: readonly string[]
  load(): Promise<Command>
}

/** The entry of a command that needs no loading of its own. */
export function entry(command: Command): CommandEntry {
  return { name: command.name, aliases: command.aliases, load: () => Promise.resolve(command) }
}
