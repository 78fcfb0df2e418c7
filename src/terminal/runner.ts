/** The screen of the terminal. */
export interface Screen {
  readonly columns: number
  write(text: string): void
  /** Clears the screen except the line of the cursor. */
  clear(): void
}

export interface RunOutput {
  readonly columns: number
  readonly signal: AbortSignal
  stdout(text: string): void
  stderr(text: string): void
}

/** Runs and completes lines. Loaded when the first line needs it. */
export interface Runner {
  /** The folder in the prompt: `~` or `/tmp`. */
  readonly folder: string
  run(line: string, output: RunOutput): Promise<number>
  complete(text: string, cursor: number, output: RunOutput): Promise<{ from: number; options: readonly string[] }>
  /** Called while the user types a line: loads the programs that the line needs. */
  preload?(line: string): void
  /** Sends the running line to the background, and returns whether that was possible. */
  toBackground?(): boolean
  /** Lines about background jobs that have ended since the last call. */
  endedJobs?(): string
}
