/** The surroundings of a running program. */
export interface Process {
  /** The path under which the program was called. */
  readonly path: string
  readonly args: readonly string[]
  readonly env: ReadonlyMap<string, string>
  readonly hostname: string
  readonly folder: string
  /** Milliseconds since 1970. */
  now(): number
  read(path: string): string | undefined
  /** The permission bits of a file of a volume; undefined for other files. */
  mode(path: string): number | undefined
  /** Replaces the text of a file; undefined removes the file. */
  write(path: string, text: string | undefined): void
  print(text: string): void
  /** Waits for `ms` milliseconds; Infinity means for ever. */
  wait(ms: number): void
}

/** Runs to its end and returns the exit status. @throws NotModelled for arguments or input that the model does not understand */
export type Program = (process: Process) => number
