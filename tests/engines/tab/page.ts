import { systemClock } from '../../../worker/clock/clock.ts'
import { LinkClient } from '../../../worker/host/link-client.ts'
import { CaseHandlers, HOOK_HOST } from './case-handlers.ts'
import { portWire } from '../../../worker/host/wire.ts'
// oxlint-disable-next-line import/default -- the bundler makes this export: the built worker's address
import workerUrl from './worker.ts?worker&url'
import type { TabAnswer, TabCall, TabReply, TabRequest } from './messages.ts'

/** Passes calls of the test's process to the worker, over the link that the app uses. */
const worker = new Worker(workerUrl, { type: 'module' })
worker.addEventListener('error', ({ message }) => reply({ error: `the worker failed: ${message}` }))
const handlers = new CaseHandlers({
  offer: (cluster) => client.send({ type: 'offer', cluster, hosts: [HOOK_HOST] }),
  answer: (message) => client.send(message),
  report: (hook) => socket.send(JSON.stringify({ hook })),
})
const client = new LinkClient({ clock: systemClock, other: (message) => handlers.receive(message) })
const channel = new MessageChannel()
worker.postMessage({ type: 'link' }, [channel.port2])
client.attach(portWire(channel.port1))

const LINE_FEED = 10
/** Milliseconds for which a stream is read after its last counted line, so that an extra line is noticed. */
const AFTER_LAST_LINE_MS = 30

const socket = new WebSocket(new URL('.', location.href.replace(/^http/, 'ws')))
socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
  const call = JSON.parse(data) as TabCall
  void replyTo(call).then(reply)
})

async function replyTo(call: TabCall): Promise<TabReply> {
  const { id } = call
  try {
    if (call.type === 'handler') {
      await handlers.open(call)
      return { id }
    }
    if (call.type === 'request') {
      await handlers.started(call.server)
      return { id, answer: await send(call) }
    }
    if (call.type === 'stop') handlers.close(call.server)
    worker.postMessage(call)
    return { id }
  } catch (error) {
    return { id, error: String(error) }
  }
}

async function send({ server, method, path, headers, body, stream }: TabRequest): Promise<TabAnswer> {
  const aborter = new AbortController()
  const response = await client.fetch({
    cluster: server,
    method,
    url: path,
    headers,
    ...(body !== undefined && { body: Uint8Array.from(atob(body), (char) => char.charCodeAt(0)) }),
    signal: aborter.signal,
  })
  const bytes = await streamed(response, stream)
  aborter.abort()
  return { status: response.status, headers: [...response.headers], body: base64(bytes) }
}

/** Reads a stream until it ends, for `ms` milliseconds, or until it has `lines` lines. */
async function streamed({ body }: Response, { ms, lines }: TabRequest['stream']): Promise<Uint8Array> {
  if (body === null) return new Uint8Array()
  const reader = body.getReader()
  const stop = (): void => void reader.cancel().catch(() => undefined)
  const timer = setTimeout(stop, ms)
  const bytes: number[] = []
  let seen = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    for (const byte of value) {
      bytes.push(byte)
      if (byte === LINE_FEED) seen++
    }
    if (lines !== null && seen >= lines) setTimeout(stop, AFTER_LAST_LINE_MS)
  }
  clearTimeout(timer)
  return Uint8Array.from(bytes)
}

function base64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

const reply = (message: TabReply): void => socket.send(JSON.stringify(message))
