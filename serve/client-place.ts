/** The process state that a command uses under Node; a test can have several in one process. */
export interface Place {
  /** The absolute working directory; relative paths start here. */
  readonly directory: string
  readonly environment: Readonly<Record<string, string | undefined>>
  stderr(text: string): void
  /** Receives what the editor prints. When absent, the editor has the standard output of this process. */
  stdout?(text: string): void
}
