import { once } from 'node:events'
import { lookup } from 'node:dns/promises'
import { existsSync, rmSync, statSync } from 'node:fs'
import http, { ServerResponse, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, ListenOptions } from 'node:net'
import { dirname } from 'node:path'
import type { Duplex } from 'node:stream'
import { Failure } from '../src/cli/failure.ts'
import type { ListeningProxy, OpenedProxy } from '../src/cli/host.ts'
import { lookupTable } from '../worker/runtime/lookup-table.ts'
import { nameServer } from './client-exchange.ts'
import { sendFile } from './client-proxy-files.ts'
import { forward, upgrade } from './client-proxy-forward.ts'
import { answerText, answerMoved } from './client-proxy-answers.ts'

/** Opens the port or the socket of a proxy. @throws Failure in the words of the real client when that is impossible */
export async function openProxy(proxy: ListeningProxy): Promise<OpenedProxy> {
  // A watch and an upload may take any time.
  const server = http.createServer({ requestTimeout: 0, keepAliveTimeout: 0 })
  server.on('request', (request, response) => void handle(proxy, request, response))
  const streams = new Set<Duplex>()
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    streams.add(stream)
    stream.on('close', () => streams.delete(stream)).on('error', () => stream.destroy())
    void handleUpgrade(proxy, request, stream, head)
  })
  const { socket } = proxy
  if (socket === undefined) await listen(server, `tcp ${proxy.address}:${proxy.port}`, await place(proxy))
  else await listenOnSocket(server, socket)
  const end = (): void => {
    server.close()
    server.closeAllConnections()
    for (const stream of streams) stream.destroy()
  }
  const ended = once(server, 'close').then(() => undefined)
  if (proxy.signal.aborted) end()
  proxy.signal.addEventListener('abort', end, { once: true })
  return { address: socket ?? addressText(server.address() as AddressInfo), ended }
}

function handle(proxy: ListeningProxy, request: IncomingMessage, response: ServerResponse): unknown {
  const { method = '', url = '', headers } = request
  const route = proxy.route({ method, target: url, host: headers.host ?? '' })
  if (route.kind === 'server') return forward(proxy, route.target, request, response)
  // A connection can be used again only after its request is read.
  request.resume()
  if (route.kind === 'file') return sendFile(proxy.folder, route, request, response)
  if (route.kind === 'moved') return answerMoved(response, method, route.location)
  return answerText(response, route.code, route.text)
}

/** A request for another protocol has no response object; one is made for an ordinary answer. */
function handleUpgrade(proxy: ListeningProxy, request: IncomingMessage, stream: Duplex, head: Buffer): unknown {
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(stream as Parameters<ServerResponse['assignSocket']>[0])
  response.on('finish', () => stream.end())
  const { method = '', url = '', headers } = request
  const route = proxy.route({ method, target: url, host: headers.host ?? '' })
  return route.kind === 'server'
    ? upgrade(proxy, route.target, { request, response, stream, head })
    : handle(proxy, request, response)
}

/** @throws Failure for an unknown name and for an IPv6 address without brackets */
async function place({ address, port }: ListeningProxy): Promise<ListenOptions> {
  const [, bracketed] = /^\[([^[\]]*)\]$/.exec(address) ?? []
  const host = bracketed ?? address
  if (bracketed === undefined && address.includes(':'))
    throw new Failure(`listen tcp: address ${address}:${port}: too many colons in address`)
  // Go listens on all addresses of both families for these.
  if (host === '' || host === '0.0.0.0') return { port }
  try {
    const found = await lookup(host, { all: true })
    const chosen = found.find(({ family }) => family === 4) ?? found[0]
    return { port, host: chosen?.address ?? host }
  } catch {
    throw new Failure(`listen tcp: lookup ${host} on ${await nameServer()}: no such host`)
  }
}

/** Other users cannot connect to the socket. A socket of an earlier proxy is removed. */
async function listenOnSocket(server: Server, path: string): Promise<void> {
  if (statSync(path, { throwIfNoEntry: false })?.isSocket() === true) rmSync(path)
  // Node reports a missing folder as a missing permission.
  if (!existsSync(dirname(path))) throw new Failure(`listen unix ${path}: bind: no such file or directory`)
  const before = process.umask(0o077)
  try {
    // The socket is made before `listen` returns.
    const listening = listen(server, `unix ${path}`, { path })
    process.umask(before)
    await listening
  } finally {
    process.umask(before)
  }
}

async function listen(server: Server, name: string, options: ListenOptions): Promise<void> {
  try {
    server.listen(options)
    await once(server, 'listening')
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    throw new Failure(`listen ${name}: bind: ${BIND_FAULTS[code] ?? message}`)
  }
}

const BIND_FAULTS = lookupTable<string>({
  EADDRINUSE: 'address already in use',
  EADDRNOTAVAIL: 'cannot assign requested address',
  EACCES: 'permission denied',
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
})

const addressText = ({ address, port }: AddressInfo): string =>
  `${address.includes(':') ? `[${address}]` : address}:${port}`
