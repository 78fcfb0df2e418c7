import type { ApiConnection } from '../../client/api-connection.ts'

/** A command line of the reader that has ended. */
export interface CommandRecord {
  readonly line: string
  /** The exit code. */
  readonly code: number
  readonly stdout: string
}

/** The command lines of the reader's terminals. */
export interface CommandFeed {
  /** Calls `listener` for each further command until the returned function is called. */
  follow(listener: (command: CommandRecord) => void): () => void
}

/** The inputs of checks: the cluster with the permissions of its administrator, and the reader's commands. */
export interface ClusterSource extends ApiConnection {
  readonly commands: CommandFeed
  /** Calls `run` once, soon. In the page, that is before the next frame. */
  schedule(run: () => void): void
  /** Waits for this many milliseconds; rejects when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  random(): number
}
