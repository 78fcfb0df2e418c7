import type { WebhookMessage } from '../../../worker/host/messages.ts'
import type { ApiServerOptions } from '../../../worker/server/api-server.ts'

/**
 * The part of a server's options that is JSON. The worker adds the options that have functions, such as the dialect and the clock.
 */
export type ServerSettings = Omit<ApiServerOptions, 'dialect' | 'clock' | 'log' | 'descriptions' | 'callWebhook'>

/** Starts a separate server for a case. */
export interface StartServer {
  readonly type: 'start'
  readonly server: string
  readonly dialect: 'svc' | 'k8s'
  readonly settings: ServerSettings
  /** Milliseconds since 1970 that its clock shows throughout; undefined when the clock runs. */
  readonly stoppedAt?: number
}

export interface StopServer {
  readonly type: 'stop'
  readonly server: string
}

export interface TabRequest {
  readonly type: 'request'
  readonly server: string
  readonly method: string
  readonly path: string
  readonly headers: readonly (readonly [string, string])[]
  /** In Base64. */
  readonly body?: string
  /** The milliseconds for which a stream is read, and the most lines that are read. With null, the number has no limit. */
  readonly stream: { readonly ms: number; readonly lines: number | null }
}

/** Runs the webhooks of a server as a handler in the page. Later requests to the server wait for its start. */
export interface StartHandler {
  readonly type: 'handler'
  readonly server: string
  /** The text of the handler's file. */
  readonly source: string
}

/** Sent by the test's process to the page, which replies with one `TabReply` with the same id. */
export type TabCall = (StartServer | StopServer | StartHandler | TabRequest) & { readonly id: number }

export interface TabAnswer {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  /** In Base64. */
  readonly body: string
}

/** The call of a webhook, which the page sends before the handler answers it. */
export interface TabHookCall {
  readonly hook: WebhookMessage
}

/** An error without id ends all calls. */
export interface TabReply {
  readonly id?: number
  readonly answer?: TabAnswer
  readonly error?: string
}

/** The field descriptions that OpenAPI contains, from the server of the page. */
export const DESCRIPTIONS_PATH = '/field-descriptions.json'

/** DER of the client's certificates in base64, separated by commas: a link carries no certificates. */
export const CERTIFICATES_HEADER = 'x-test-peer-certificates'
