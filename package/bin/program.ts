/** A command of `tabplane`. */
export interface Program {
  /** Resolves to the exit code; undefined while a server goes on running. */
  run(args: readonly string[]): Promise<number | undefined>
}

/** A wrong command line. The message says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
