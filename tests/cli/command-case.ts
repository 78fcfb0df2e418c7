import { readFileSync } from 'node:fs'
import type { Until } from '../conformance/case.ts'
import type { Surrounded } from '../conformance/namespace.ts'
import { readRecording, recordingNames } from '../recordings/archive.ts'

/** Recorded command lines with what the real client printed. recordings/README.md describes each member. */
export interface CommandCase extends Surrounded {
  readonly name: string
  readonly profile?: string
  /** Files of the working directory; `${ns}`, `${base}` and `${dir}` are filled in. */
  readonly files?: Readonly<Record<string, string>>
  /** Content hashes in names are compared. */
  readonly keepHash?: boolean
  readonly commands: readonly CommandStep[]
}

/** Exactly one of `args`, `join`, `http`, `write`, `read` and `sleep` is present. */
export interface CommandStep {
  readonly expect?: Readonly<Record<string, unknown>>
  readonly args?: readonly string[]
  readonly stdin?: string
  /** The file whose text is the standard input. */
  readonly stdinFile?: string
  readonly env?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
  readonly ignore?: boolean
  readonly only?: readonly string[]
  readonly has?: readonly string[]
  /** The number of first lines of standard output, or of standard error, that are compared. */
  readonly head?: number
  readonly headErr?: number
  readonly sort?: boolean
  readonly sortErr?: boolean
  /** Column widths are not compared. */
  readonly loose?: boolean
  /** Runs until the next `join`; the next step starts after `lead` lines or `leadMs`. */
  readonly background?: boolean
  readonly lead?: number
  readonly leadMs?: number
  readonly join?: Join
  readonly http?: DirectRequest
  readonly write?: Readonly<Record<string, string>>
  readonly read?: string
  readonly sleep?: number
}

/** Ends the commands in the background when each has printed `lines` lines, or after `ms`. */
export interface Join {
  readonly lines?: number
  readonly ms?: number
}

/** A request that no client sends; its answer is not compared. */
export interface DirectRequest {
  readonly path: string
  readonly method?: string
  readonly body?: unknown
  readonly type?: string
  readonly save?: Readonly<Record<string, string>>
  readonly until?: Until
}

export const commandFiles = (): string[] => recordingNames('commands')

/** The cases of a file such as `10-patch`, or of a JSON file that `record.ts` wrote. */
export const commandCases = (file: string): CommandCase[] =>
  (file.endsWith('.json') ? JSON.parse(readFileSync(file, 'utf8')) : readRecording('commands', file)) as CommandCase[]
