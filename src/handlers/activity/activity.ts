import type { ApiConnection } from '../../client/api-connection.ts'
import type { InformerOptions } from '../../client/informer.ts'
import type { Sandbox } from '../sandbox-client.ts'
import type { HandlerApiRequest } from '../sandbox/messages.ts'

/** The work that a running handler starts itself, besides its answers to webhook calls. */
export interface Activity {
  /** One line for the list of handlers: `controller of v1/configmaps`. */
  readonly summary: string
  /** Sends a request of the handler to the API, as its ServiceAccount. @throws ApiError */
  request(request: HandlerApiRequest): Promise<unknown>
  stop(): void
}

/** A finished call of the handler, for its record. */
export interface Outcome<T> {
  readonly value: T
  readonly answer: string
  /** The result in short: `200`, `ok`, or the error. */
  readonly verdict: string
  readonly isFault: boolean
}

/** Receives the reports of an activity. */
export interface ActivityReport {
  write(line: string): void
  /** Runs a call and records its title, request, result and duration. */
  recorded<T>(title: string, request: string, call: () => Promise<Outcome<T>>): Promise<T>
  /** Reports that a script has ended. `fault` is the error that ended it. */
  finish(fault?: string): void
}

export interface ActivityContext {
  readonly cluster: ApiConnection
  readonly timing: Pick<InformerOptions, 'schedule' | 'sleep' | 'random'>
  /** The name of the file without its ending; the field manager of the handler. */
  readonly manager: string
  readonly sandbox: Sandbox
  readonly report: ActivityReport
}
