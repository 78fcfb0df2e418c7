import type { Handle } from './api/exchange.ts'
import type { Clock } from './clock/clock.ts'
import type { Dialect } from './dialect/dialect.ts'
import type { Log } from './store/persistence/log.ts'

/** What a host chooses when it starts a cluster's API server. */
export interface ApiServerOptions {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly log: Log
  /** Rows of the static token file; empty: every request is anonymous. */
  readonly tokens?: string
  /** `--runtime-config`: `api/all=true`, `batch/v1=false` ... */
  readonly runtimeConfig?: Readonly<Record<string, boolean>>
  readonly featureGates?: Readonly<Record<string, boolean>>
  /** `--token-auth-file` absent and a browser's own page: who an unauthenticated caller is. Default: system:anonymous. */
  readonly defaultUser?: string
}

export interface ApiServer {
  readonly handle: Handle
  /** Stops watches and closes the log; requests after it answer 503. */
  close(): Promise<void>
}
