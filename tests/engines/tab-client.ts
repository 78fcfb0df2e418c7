import { parseFlags } from '../../serve/flags.ts'
import { serverOptions } from '../../serve/options.ts'
import type { Answer, Client, SentRequest } from '../conformance/case.ts'
import { certificates } from '../conformance/in-process-client.ts'
import { requestHeaders, TIMEOUT_MS } from '../conformance/http-client.ts'
import { WATCH_MS } from '../conformance/stream-end.ts'
import type { TabServer } from './tab-server.ts'
import type { ServerSettings, TabRequest } from './tab/messages.ts'
import { CERTIFICATES_HEADER } from './tab/messages.ts'

/** Options that the worker makes itself (tab/worker.ts), or that a tab does not have. */
const NOT_SENT = ['dialect', 'clock', 'log', 'descriptions', 'callWebhook', 'cors'] as const

/** The settings that flags select, as JSON. */
export async function settingsOf(flags: readonly string[]): Promise<ServerSettings> {
  const options = await serverOptions(parseFlags(flags))
  const settings = Object.fromEntries(Object.entries(options).filter(([name]) => !NOT_SENT.some((not) => not === name)))
  const requireJson = (value: unknown, name: string): void => {
    if (typeof value === 'function') throw new Error(`The option ${name} is a function: it cannot be sent to a tab`)
    if (typeof value !== 'object' || value === null) return
    if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype)
      throw new Error(`The option ${name} is not JSON: it cannot be sent to a tab`)
    for (const [key, member] of Object.entries(value)) requireJson(member, `${name}.${key}`)
  }
  requireJson(settings, 'options')
  return settings
}

/** A client of one server in the tab. */
export const tabClient = (tab: TabServer, server: string, token = 'admin-token'): Client => ({
  async send(request): Promise<Answer> {
    const answer = await tab.call(tabRequest(request, server, token))
    if (answer === undefined) throw new Error('the tab sent no answer')
    const body = request.method === 'HEAD' ? Buffer.alloc(0) : Buffer.from(answer.body, 'base64')
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body }
  },
})

function tabRequest(request: SentRequest, server: string, token: string): TabRequest {
  const { method = 'GET', path, body, watch, cert } = request
  const headers = [...requestHeaders(request, token)].flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one] as const),
  )
  if (cert !== undefined) headers.push([CERTIFICATES_HEADER, base64Of(certificates(cert))])
  return {
    type: 'request',
    server,
    method,
    path,
    headers,
    ...(body !== undefined && { body: Buffer.from(body).toString('base64') }),
    stream: { ms: watch?.ms ?? (watch ? WATCH_MS : TIMEOUT_MS), lines: watch?.count ?? null },
  }
}

const base64Of = (parts: readonly Uint8Array[]): string =>
  parts.map((bytes) => Buffer.from(bytes).toString('base64')).join(',')
