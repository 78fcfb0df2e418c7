import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import type { ApiRequest, ApiResponse, ByteSink, Handle } from '../worker/api/exchange.ts'
import { listener } from './adapter.ts'

const pki = fileURLToPath(new URL('../../shared/oracle/pki/', import.meta.url))
const empty: ApiResponse = { status: 200, headers: [['Content-Type', 'text/plain']], body: new Uint8Array() }

let server: http.Server | https.Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function open(handle: Handle): Promise<string> {
  server = http.createServer(listener(handle)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A watch that a test drives; `stopped` counts how often it was stopped. */
function watching() {
  const stream = { sink: undefined as ByteSink | undefined, stopped: 0 }
  const answer: ApiResponse = {
    ...empty,
    body: { start: (sink) => void (stream.sink = sink), stop: () => void stream.stopped++ },
  }
  return { stream, answer }
}

test('a request comes as a plain object: path as sent, names in lower case, the whole body', async () => {
  let seen: ApiRequest | undefined
  const url = await open((request) => {
    seen = request
    return Promise.resolve(empty)
  })
  await fetch(`${url}/a%2Fb?x=1`, { method: 'POST', headers: { 'X-Some': 'v' }, body: 'text' })
  expect(seen).toMatchObject({ method: 'POST', url: '/a%2Fb?x=1' })
  expect(seen?.headers.get('x-some')).toBe('v')
  expect(new TextDecoder().decode(seen?.body)).toBe('text')
})

test('a header may stand several times in an answer, and 204 has no length', async () => {
  const warnings = [1, 2].map((n) => ['Warning', `299 - "${n}"`] as const)
  const url = await open(() => Promise.resolve({ status: 204, headers: warnings, body: new Uint8Array() }))
  const answer = await fetch(url)
  expect(answer.headers.get('warning')).toBe('299 - "1", 299 - "2"')
  expect(answer.headers.has('content-length')).toBe(false)
})

test('a stream flows as it is written, and stops when its reader leaves', async () => {
  const { stream, answer } = watching()
  const url = await open(() => Promise.resolve(answer))
  const gone = new AbortController()
  const response = await fetch(url, { signal: gone.signal })
  stream.sink?.write(new TextEncoder().encode('first'))
  const { value } = (await response.body?.getReader().read()) ?? {}
  expect(new TextDecoder().decode(value)).toBe('first')
  expect(stream.stopped).toBe(0)
  gone.abort()
  await expect.poll(() => stream.stopped).toBe(1)
})

test('the backlog of a reader that reads nothing grows', async () => {
  const { stream, answer } = watching()
  const url = await open(() => Promise.resolve(answer))
  const request = http.get(url)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  response.pause()
  for (let i = 0; i < 64; i++) stream.sink?.write(new Uint8Array(1024 * 1024))
  expect(stream.sink?.backlog()).toBeGreaterThan(16 * 1024 * 1024)
  request.destroy()
})

test('a client that left before its stream was made leaves no watcher', async () => {
  const { stream, answer } = watching()
  const gone = new AbortController()
  let arrived = false
  const url = await open(async ({ signal }) => {
    arrived = true
    await once(signal, 'abort')
    return answer
  })
  const response = fetch(url, { signal: gone.signal })
  await expect.poll(() => arrived).toBe(true)
  gone.abort()
  await expect(response).rejects.toThrow()
  await expect.poll(() => stream.stopped).toBe(1)
  expect(stream.sink).toBeUndefined()
})

test.skipIf(!existsSync(pki))(
  'the chain of a client certificate is passed on, leaf first (skipped without ../shared)',
  async () => {
    const file = (name: string) => readFileSync(`${pki}${name}`)
    const chains: ApiRequest['peerCertificates'][] = []
    server = https
      .createServer(
        { cert: file('server.crt'), key: file('server.key'), requestCert: true, rejectUnauthorized: false },
        listener(({ peerCertificates }) => {
          chains.push(peerCertificates)
          return Promise.resolve(empty)
        }),
      )
      .listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const get = async (options: https.RequestOptions) => {
      const request = https.get({ host: '127.0.0.1', port, ca: file('ca.crt'), agent: false, ...options })
      const [response] = (await once(request, 'response')) as [http.IncomingMessage]
      response.resume()
      await once(response, 'end')
    }
    await get({ cert: file('client-alice.crt'), key: file('client-alice.key') })
    await get({})
    const der = Buffer.from(
      file('client-alice.crt')
        .toString()
        .replace(/-----[^-]+-----/g, ''),
      'base64',
    )
    expect(Buffer.from(chains[0]?.[0] ?? []).subarray(0, 64)).toEqual(der.subarray(0, 64))
    expect(chains[1]).toEqual([])
  },
)
