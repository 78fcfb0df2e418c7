import type { Status } from '../api/status.ts'

/**
 * Backends are external HTTPS services that the server calls during a request: admission and conversion webhooks, and
 * reviewers of tokens, access and images. The host makes the calls; this folder decides on contents and retries, and reads
 * the answers.
 */
export interface WebhookCall {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /**
   * The address behind a service; by default, the address in the URL. The certificate must name the URL's host in both
   * cases.
   */
  readonly dial?: DialedAddress
  /** PEM; empty means the default authorities of the host. */
  readonly caBundle: string
  /** Whether to accept any certificate. */
  readonly insecure?: boolean
  /** The name in the certificate, when it is not the URL's host. */
  readonly serverName?: string
  /** The client certificate of the server; PEM. */
  readonly certificate?: ClientCertificate
  /** The `Authorization` header. */
  readonly authorization?: string
  /** JSON; absent for GET. */
  readonly body?: string
  readonly userAgent: string
  readonly signal: AbortSignal
  /**
   * Called when a person inspects the call. Ends the time limit of the call, but not the limit of the whole request.
   */
  readonly hold?: () => void
}

export interface DialedAddress {
  readonly host: string
  readonly port: number
  /** Whether the address is a cluster IP: only a handler of the host can answer, because the cluster runs no containers. */
  readonly isVirtual?: true
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
 * Sends one request to a backend; does not follow redirects.
 * @throws Error whose message follows `Post "url": `; UnreadableAnswer
 */
export type WebhookCaller = (call: WebhookCall) => Promise<WebhookAnswer>

/** The answer has an unreadable body: `gzip: invalid header`. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
}

/** The call of a webhook failed, which `failurePolicy: Ignore` tolerates. The message gives the reason. */
export class CallFault extends Error {
  override readonly name = 'CallFault'
  /** The `Status` in the backend's answer, when it reports a failure. */
  readonly status: Status | undefined

  constructor(message: string, status?: Status) {
    super(message)
    this.status = status
  }
}
