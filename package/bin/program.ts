/** A command of `tabplane`. */
export interface Program {
  /** Resolves to the exit code; undefined while a server goes on running. */
  run(args: readonly string[]): Promise<number | undefined>
}

/** A wrong command line. The message says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Whether an error is a UsageError. Compares names, because the file of the server's commands has its own class. */
export const isUsageError = (error: unknown): error is UsageError =>
  error instanceof Error && error.name === 'UsageError'
