import type { WebhookAnswer, WebhookCall } from './backend.ts'

/*
 * The embedding program may answer webhook calls itself, by a handler. Such a call opens no connection, so there is no
 * certificate to check.
 */

/** The answer of a handler. */
export interface HandlerAnswer {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/**
 * Why a connection to the handler would fail; undefined when it would not. A handler has no certificate, so every
 * `caBundle` is right. Without a `caBundle` the real server trusts only public authorities. They sign no certificate for a
 * host inside a cluster, so the call fails. A handler for any other host fails in the same way.
 */
export function connectionFault({ url, caBundle, insecure }: WebhookCall): string | undefined {
  if (caBundle !== '' || insecure === true || !url.startsWith('https:')) return undefined
  return 'tls: failed to verify certificate: x509: certificate signed by unknown authority'
}

/** The answer as HTTP carries it: the names of headers in any case, and no body for a status that has none. */
export function answerOfHandler({ status, headers, body }: HandlerAnswer): WebhookAnswer {
  const values = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]))
  const sent = status === 204 || status === 304 ? '' : body
  return { status, header: (name) => values.get(name), body: new TextEncoder().encode(sent) }
}
