/** A container's command and its environment at the start. */
export interface Start {
  /** The program and its arguments. */
  readonly argv: readonly string[]
  readonly env: ReadonlyMap<string, string>
  /**
   * The files at the start, by absolute path; undefined when they are unknown: a program that reads a file is then not
   * modelled.
   */
  readonly files: ReadonlyMap<string, string> | undefined
  /** The permissions of files of volumes. */
  readonly modes?: ReadonlyMap<string, number>
  readonly hostname: string
  readonly folder: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
}

/** The run of a command up to a given time, the horizon. Times are milliseconds after the start. */
export interface CommandRun {
  readonly output: readonly { readonly after: number; readonly text: string }[]
  /** The files after each change, the first at the start. */
  readonly files: readonly { readonly after: number; readonly files: ReadonlyMap<string, string> }[]
  /** The end of the command; undefined when the command keeps running, or when the model does not know its end. */
  readonly end?: { readonly after: number; readonly exitCode: number }
  /** Whether every part of the command is modelled; the run after a part that is not modelled is unknown. */
  readonly isKnown: boolean
}

/** The most milliseconds of a run, about 31 years. Longer waits count as endless, because dates have an end. */
export const LONGEST_RUN = 1e12
