import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { recordingPath } from '../recordings/archive.ts'
import type { Case } from './case.ts'
import { parsed } from './comparable-answer.ts'
import { filledValue } from './json-path.ts'
import { listenWhenFree } from './port.ts'
import type { Hook } from './webhook-reply.ts'
import { chosenReply, replyBody } from './webhook-reply.ts'

/** The port of the backend in the recordings. */
export const RECORDED_PORT = 17_443

/**
 * Paths of webhooks begin with the name of their case, or with this text when a flag of the server holds the URL. Cases with such
 * a flag are played one at a time.
 */
const FIXED_ROOT = '-'

/** A request that the server sent to a webhook. */
export type HookCall = Readonly<Record<string, unknown>>

/** The webhooks of one case. */
export interface CaseHooks {
  /** Returns the calls of a path, or of all paths for `*`, since the last take, with the named request headers. */
  take(path: string, headers?: readonly string[]): HookCall[]
  /** Forgets the calls, and begins again with the first of the replies that are given in turn. */
  clear(): void
  close(): void
}

/** One HTTPS server that answers for the webhooks of every case, with the certificate that `caBundle` signed. */
export interface WebhookBackend {
  readonly port: number
  open(c: Case, variables: Readonly<Record<string, string>>): CaseHooks
  close(): void
}

interface Entry {
  readonly hooks: readonly { readonly hook: Hook; turn: number }[]
  readonly hookUrl: string
  calls: { readonly call: HookCall; readonly headers: IncomingMessage['headers'] }[]
}

const base64Of = (file: string): string => readFileSync(recordingPath(`pki/${file}`)).toString('base64')

/**
 * The certificates that webhook configurations may name: the right bundle, and a bundle that signed none of the
 * servers.
 */
export const caBundles = { right: () => base64Of('hooks-ca.crt'), wrong: () => base64Of('hooks-other-ca.crt') }

/** The variables that a case with webhooks may use. */
export const hookVariables = (port: number, name: string): Record<string, string> => ({
  hookUrl: `https://127.0.0.1:${port}/${name}`,
  hookPort: String(port),
  hookRoot: `https://127.0.0.1:${port}`,
  caBundle: caBundles.right(),
  otherCA: caBundles.wrong(),
})

/**
 * Starts the backend. A server in this process is configured with any free port; a running one may have the recorded
 * port in its flags.
 */
export async function startWebhookBackend({ fixedPort }: { readonly fixedPort: boolean }): Promise<WebhookBackend> {
  const entries = new Map<string, Entry>()
  const server = createServer(
    { key: readFileSync(recordingPath('pki/hooks.key')), cert: readFileSync(recordingPath('pki/hooks.crt')) },
    (request, response) => {
      answer(entries, request, response).catch((error: unknown) => {
        if (!response.headersSent) response.writeHead(500)
        response.end(String(error))
      })
    },
  )
  server.keepAliveTimeout = 300_000
  // A client that refuses the certificate resets the connection.
  for (const event of ['connection', 'secureConnection'])
    server.on(event, (socket: Socket) => void socket.on('error', () => socket.destroy()))
  await listenWhenFree(server, fixedPort ? RECORDED_PORT : 0)
  const { port } = server.address() as AddressInfo
  return {
    port,
    open: (c, variables) => openHooks(entries, c, { ...variables, ...hookVariables(port, c.name) }),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function openHooks(entries: Map<string, Entry>, c: Case, variables: Readonly<Record<string, string>>): CaseHooks {
  const entry: Entry = {
    hooks: filledValue(c.hooks ?? [], variables).map((hook) => ({ hook, turn: 0 })),
    hookUrl: variables.hookUrl ?? '',
    calls: [],
  }
  const names = [c.name, FIXED_ROOT]
  for (const name of names) entries.set(name, entry)
  return {
    take(path, headers = []) {
      const taken = entry.calls.filter(({ call }) => path === '*' || call.path === path)
      entry.calls = entry.calls.filter((call) => !taken.includes(call))
      return taken.map(({ call, headers: all }) => ({
        ...call,
        ...Object.fromEntries(headers.map((name) => [name, all[name] ?? null])),
      }))
    },
    clear() {
      entry.calls = []
      for (const hook of entry.hooks) hook.turn = 0
    },
    close() {
      for (const name of names) if (entries.get(name) === entry) entries.delete(name)
    },
  }
}

async function answer(
  entries: ReadonlyMap<string, Entry>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  const body = parsed(text) ?? text
  const url = new URL(request.url ?? '/', 'https://backend')
  const name = url.pathname.split('/')[1] ?? ''
  const path = name === FIXED_ROOT ? url.pathname : url.pathname.slice(name.length + 1) || '/'
  const entry = entries.get(decodeURIComponent(name))
  const query = url.search === '' ? {} : { query: url.search.slice(1) }
  const type = request.headers['content-type'] ?? null
  entry?.calls.push({ call: { method: request.method, path, ...query, type, body }, headers: request.headers })
  const found = entry?.hooks.find(({ hook }) => hook.path === path)
  if (!entry || !found) {
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end('no such hook\n')
    return
  }
  const reply = chosenReply(found.hook, body, found.turn++)
  const { delayMs } = reply
  if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs))
  if (reply.close) request.socket.destroy()
  if (request.socket.destroyed) return
  const bytes = Buffer.from(replyBody(reply, body, entry.hookUrl))
  const sent = reply.gzip ? gzipSync(bytes) : bytes
  response.writeHead(reply.status ?? 200, replyHeaders(reply, entry, sent.length)).end(sent)
}

function replyHeaders(
  { headers = {}, gzip }: ReturnType<typeof chosenReply>,
  { hookUrl }: Entry,
  length: number,
): Record<string, string | number> {
  const { port, pathname } = new URL(hookUrl)
  const all: Record<string, string | number | null> = {
    'Content-Type': 'application/json',
    ...filledValue(headers, hookVariables(Number(port), pathname.slice(1))),
    ...(gzip ? { 'Content-Encoding': 'gzip' } : {}),
    'Content-Length': length,
  }
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string | number] => entry[1] !== null),
  )
}
