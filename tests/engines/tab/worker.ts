import type { Handle } from '../../../worker/api/exchange.ts'
import { notFound } from '../../../worker/api/status.ts'
import { systemClock } from '../../../worker/clock/clock.ts'
import { dialects } from '../../../worker/dialect/dialect.ts'
import { serveLink } from '../../../worker/host/link-server.ts'
import { WebhookRoutes } from '../../../worker/host/webhook-routes.ts'
import { portWire } from '../../../worker/host/wire.ts'
import { writeLedger } from '../../../worker/host/write-ledger.ts'
import type { FieldDescriptions } from '../../../worker/http/openapi/field-descriptions.ts'
import type { ApiServer } from '../../../worker/server/api-server.ts'
import { createApiServer } from '../../../worker/server/api-server.ts'
import { memoryLog } from '../../../worker/store/persistence/memory-log.ts'
import type { StartServer, StopServer } from './messages.ts'
import { CERTIFICATES_HEADER, DESCRIPTIONS_PATH } from './messages.ts'

const servers = new Map<string, Promise<ApiServer>>()

const webhooks = new WebhookRoutes()

const descriptions = async (): Promise<FieldDescriptions> =>
  (await (await fetch(DESCRIPTIONS_PATH)).json()) as FieldDescriptions

function start({ server, dialect, settings, stoppedAt }: StartServer): void {
  const clock = stoppedAt === undefined ? systemClock : { ...systemClock, now: () => stoppedAt }
  servers.set(
    server,
    createApiServer({
      ...settings,
      dialect: dialects[dialect],
      clock,
      log: memoryLog(),
      descriptions,
      callWebhook: webhooks.caller(server),
    }),
  )
}

async function stop(server: string): Promise<void> {
  const stopped = servers.get(server)
  servers.delete(server)
  await (await stopped)?.close()
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))

/** Gives a request the certificates that its client would have shown. */
const withCertificates =
  (handle: Handle): Handle =>
  (request) => {
    const sent = request.headers.get(CERTIFICATES_HEADER)
    if (sent === undefined) return handle(request)
    const headers = new Map(request.headers)
    headers.delete(CERTIFICATES_HEADER)
    const { method, url, body, signal } = request
    const peerCertificates = sent.split(',').map(bytesOf)
    return handle({ method, url, headers, signal, peerCertificates, ...(body && { body }) })
  }

const host = {
  async open(name: string) {
    const server = await servers.get(name)
    if (server === undefined) throw notFound({ group: '', resource: 'servers' }, name)
    return withCertificates(server.handle)
  },
  applied: () => undefined,
  follow: () => () => undefined,
}

self.addEventListener(
  'message',
  ({ data, ports: [port] }: MessageEvent<StartServer | StopServer | { type: 'link' }>) => {
    if (data.type === 'start') start(data)
    else if (data.type === 'stop') void stop(data.server)
    else if (port !== undefined) {
      serveLink({
        wire: portWire(port),
        host,
        ledger: writeLedger(systemClock),
        clock: systemClock,
        hello: { type: 'hello', generation: 1, persistence: 'memory' },
        webhooks,
        control: () => () => undefined,
      })
    }
  },
)
