import type { Status } from '../api/status.ts'

/**
 * Backends: HTTPS services of others that the server asks on its way through a request: webhooks of admission and of
 * conversion, and whoever reviews tokens, access and images. The host makes the calls; this room knows what to send, how
 * often, and what an answer is worth.
 */
export interface WebhookCall {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** Where a service leads; absent: where the URL says. The URL's host names the certificate in any case. */
  readonly dial?: { readonly host: string; readonly port: number }
  /** PEM; empty: the authorities that the host trusts by itself. */
  readonly caBundle: string
  /** Any certificate is good. */
  readonly insecure?: boolean
  /** Whom the certificate must name instead of the URL's host. */
  readonly serverName?: string
  /** Who the server is to the backend; PEM. */
  readonly certificate?: ClientCertificate
  /** The header of this name. */
  readonly authorization?: string
  /** JSON; absent for GET. */
  readonly body?: string
  readonly userAgent: string
  readonly signal: AbortSignal
}

export interface ClientCertificate {
  readonly certificate: string
  readonly key: string
}

export interface WebhookAnswer {
  readonly status: number
  header(name: string): string | undefined
  readonly body: Uint8Array
}

/**
 * The host's way to a backend: one request, no redirects followed.
 * @throws Error with the words that stand behind `Post "url": `; UnreadableAnswer
 */
export type WebhookCaller = (call: WebhookCall) => Promise<WebhookAnswer>

/** An answer came, but its body cannot be read: `gzip: invalid header`. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
}

/** Calling a webhook failed (which a failure policy may forgive); the message says how. */
export class CallFault extends Error {
  override readonly name = 'CallFault'
  /** What the backend answered, where it answered that something failed. */
  readonly status: Status | undefined

  constructor(message: string, status?: Status) {
    super(message)
    this.status = status
  }
}
