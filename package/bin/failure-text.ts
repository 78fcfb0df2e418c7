import { isUsageError } from './program.ts'

/** Returns one line for a failure outside the program, and the stack for a defect. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return `Error: ${String(error)}`
  if (isUsageError(error) || isSystemError(error) || error.name === UNREACHABLE) return `Error: ${error.message}`
  // A wrapped failure, for example of a file that a flag names and that cannot be read.
  if (isSystemError(error.cause)) return `Error: ${error.message}: ${error.cause.message}`
  return error.stack ?? error.message
}

/** The name of the error for an etcd that does not answer or refuses. Each file of the package has a separate copy of the class. */
const UNREACHABLE = 'StorageUnreachable'

/** Whether the operating system refused something: a path, a port, a connection. */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'code' in error
