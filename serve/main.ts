import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { createApiServer } from '../worker/apiserver.ts'
import { listener } from './adapter.ts'
import type { FlagValues } from './flags.ts'
import { enabled, FlagError, integer, parseFlags, pendingFlags, text } from './flags.ts'
import { kubeconfig } from './kubeconfig.ts'
import { serverOptions } from './options.ts'

/** How long answers under way may take after a signal to stop, milliseconds. */
const STOP_GRACE = 10_000

function tlsOf(flags: FlagValues) {
  const certificate = text(flags, 'tls-cert-file')
  const key = text(flags, 'tls-private-key-file')
  if (certificate === undefined || key === undefined)
    throw new FlagError('--secure-port needs --tls-cert-file and --tls-private-key-file')
  return { cert: readFileSync(certificate), key: readFileSync(key), requestCert: true, rejectUnauthorized: false }
}

async function main(): Promise<void> {
  const flags = parseFlags(process.argv.slice(2))
  const pending = pendingFlags(flags)
  if (pending.length > 0) console.error(`Accepted, but without effect so far: --${pending.join(', --')}`)
  const secure = flags.has('secure-port')
  const tls = secure ? tlsOf(flags) : undefined
  const api = await createApiServer(serverOptions(flags))
  const servers = [
    ...(tls === undefined
      ? []
      : [
          {
            scheme: 'https',
            port: integer(flags, 'secure-port') ?? 0,
            server: https.createServer(tls, listener(api.handle)),
          },
        ]),
    ...(secure && !flags.has('port')
      ? []
      : [{ scheme: 'http', port: integer(flags, 'port') ?? 8080, server: http.createServer(listener(api.handle)) }]),
  ]
  for (const { scheme, port, server } of servers) {
    server.requestTimeout = 0
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
    const url = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
    if (enabled(flags, 'print-kubeconfig')) process.stdout.write(kubeconfig(url, text(flags, 'token-auth-file')))
    console.log(`Serving on ${url}`)
  }
  const stop = async () => {
    const closed = servers.map(({ server }) => new Promise((resolve) => server.close(resolve)))
    await api.close()
    for (const { server } of servers) server.closeIdleConnections()
    setTimeout(() => servers.forEach(({ server }) => server.closeAllConnections()), STOP_GRACE).unref()
    await Promise.all(closed)
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
}

main().catch((error: unknown) => {
  console.error(error instanceof FlagError ? `Error: ${error.message}` : error)
  process.exit(1)
})
