import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { build } from 'vite'
import type { WebSocket } from 'ws'
import { WebSocketServer } from 'ws'
import { readFieldDescriptions } from '../../serve/field-descriptions.ts'
import { workerBuild } from '../../scripts/worker-build.ts'
import { fixedFiles } from '../../scripts/fixed-files-plugin.ts'
import { handlerFrame } from '../../scripts/handler-frame.ts'
import type { WebhookMessage } from '../../worker/host/messages.ts'
import type {
  StartHandler,
  StartServer,
  StopServer,
  TabAnswer,
  TabHookCall,
  TabReply,
  TabRequest,
} from './tab/messages.ts'
import { DESCRIPTIONS_PATH } from './tab/messages.ts'

/** Serves the page of tab/ and carries calls to it: each is a message over a WebSocket, and so is its reply. */
export interface TabServer {
  readonly url: string
  /** Rejects when the page cannot serve the call or its worker failed. */
  call(message: TabMessage): Promise<TabAnswer | undefined>
  /** Calls `listener` with each webhook call of a server, until the returned function is called. */
  listen(server: string, listener: (hook: WebhookMessage) => void): () => void
  close(): Promise<void>
}

type TabMessage = StartServer | StopServer | StartHandler | TabRequest

interface PendingCall {
  resolve(answer: TabAnswer | undefined): void
  reject(error: Error): void
}

const PAGE_CLOSED = 'the page closed its connection: the browser ended'

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }

export async function startTabServer(): Promise<TabServer> {
  const folder = await builtPage()
  const descriptions = JSON.stringify(readFieldDescriptions())
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://tab')
    if (pathname === DESCRIPTIONS_PATH)
      response.writeHead(200, { 'content-type': 'application/json' }).end(descriptions)
    else void sendFile(folder, pathname, response)
  })
  const calls = new Calls(new WebSocketServer({ server }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    call: (message) => calls.call(message),
    listen: (server, listener) => calls.listen(server, listener),
    async close() {
      calls.close()
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Builds the page as the app is built. The folder belongs to this process: another run may build at the same time. */
async function builtPage(): Promise<string> {
  const outDir = path.resolve(import.meta.dirname, `../../.cache/tab-${process.pid}`)
  await build({
    configFile: false,
    logLevel: 'error',
    root: path.join(import.meta.dirname, 'tab'),
    base: './',
    build: { target: 'es2023', outDir, emptyOutDir: true },
    plugins: [fixedFiles([handlerFrame(path.join(import.meta.dirname, '../..'))])],
    worker: workerBuild,
  })
  return outDir
}

async function sendFile(folder: string, pathname: string, response: ServerResponse): Promise<void> {
  const file = path.join(folder, pathname === '/' ? 'index.html' : pathname)
  try {
    const bytes = await readFile(file)
    response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' }).end(bytes)
  } catch {
    response.writeHead(404).end()
  }
}

class Calls {
  readonly #server: WebSocketServer
  readonly #pending = new Map<number, PendingCall>()
  readonly #listeners = new Map<string, (hook: WebhookMessage) => void>()
  #lastId = 0
  readonly #connected: Promise<WebSocket>

  constructor(server: WebSocketServer) {
    this.#server = server
    this.#connected = once(server, 'connection').then(([socket]) => this.#accept(socket as WebSocket))
  }

  listen(server: string, listener: (hook: WebhookMessage) => void): () => void {
    this.#listeners.set(server, listener)
    return () => void this.#listeners.delete(server)
  }

  async call(message: TabMessage): Promise<TabAnswer | undefined> {
    const socket = await this.#connected
    if (socket.readyState !== socket.OPEN) throw new Error(PAGE_CLOSED)
    const id = ++this.#lastId
    socket.send(JSON.stringify({ ...message, id }))
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }))
  }

  close(): void {
    this.#server.close()
    for (const client of this.#server.clients) client.terminate()
  }

  #accept(socket: WebSocket): WebSocket {
    socket.on('message', (data: Buffer) => this.#receive(JSON.parse(data.toString('utf8')) as TabReply | TabHookCall))
    socket.on('close', () => this.#fail(PAGE_CLOSED))
    return socket
  }

  #receive(reply: TabReply | TabHookCall): void {
    if ('hook' in reply) return this.#listeners.get(reply.hook.cluster)?.(reply.hook)
    if (reply.id === undefined) return this.#fail(reply.error ?? PAGE_CLOSED)
    const pending = this.#pending.get(reply.id)
    this.#pending.delete(reply.id)
    if (reply.error !== undefined) pending?.reject(new Error(reply.error))
    else pending?.resolve(reply.answer)
  }

  #fail(why: string): void {
    const failed = [...this.#pending.values()]
    this.#pending.clear()
    for (const { reject } of failed) reject(new Error(why))
  }
}
