import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import type { ApiRequest, ApiResponse, ByteSink, Handle } from '../../worker/api/exchange.ts'
import { Pieces } from '../../worker/runtime/pieces.ts'
import { listener } from './adapter.ts'
import { MESSAGE_LIMITS } from '../listening.ts'
import { MAX_HEADER_LINES, PARSED_HEADER_LINES } from './request-headers.ts'
import { recordingPath } from '../../tests/recordings/archive.ts'

const empty: ApiResponse = { status: 200, headers: [['Content-Type', 'text/plain']], body: new Uint8Array() }

let server: http.Server | https.Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function open(handle: Handle): Promise<string> {
  server = http.createServer(MESSAGE_LIMITS, listener(handle))
  server.maxHeadersCount = PARSED_HEADER_LINES
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The bytes that the server sends on a connection until it closes it. */
async function exchangeRaw(url: string, message: string): Promise<string> {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1')
  socket.end(message)
  return text(socket)
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

test('a path of more than 64 KiB is refused with 431, a long query is not', async () => {
  const url = await open(() => Promise.resolve(empty))
  const get = (target: string) =>
    exchangeRaw(url, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  expect(await get(`/${'%ff'.repeat(30_000)}`)).toMatch(/^HTTP\/1\.1 431 /)
  expect(await get(`/${'a'.repeat(60_000)}?b=${'c'.repeat(90_000)}`)).toMatch(/^HTTP\/1\.1 200 /)
})

test('a header after thousands of others arrives, and one more line than allowed is refused with 431', async () => {
  const seen: ApiRequest[] = []
  const url = await open((request) => {
    seen.push(request)
    return Promise.resolve(empty)
  })
  const message = (lines: number) =>
    `GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${'X: y\r\n'.repeat(lines - 3)}Impersonate-User: bob\r\n\r\n`
  expect(await exchangeRaw(url, message(MAX_HEADER_LINES))).toMatch(/^HTTP\/1\.1 200 /)
  expect(seen[0]?.headers.get('impersonate-user')).toBe('bob')
  expect(await exchangeRaw(url, message(MAX_HEADER_LINES + 1))).toMatch(/^HTTP\/1\.1 431 /)
  expect(await exchangeRaw(url, message(3 * MAX_HEADER_LINES))).toMatch(/^HTTP\/1\.1 431 /)
  expect(seen).toHaveLength(1)
})

test('header values are UTF-8 in both directions, and repeated headers keep their lines', async () => {
  let seen: ApiRequest | undefined
  const url = await open((request) => {
    seen = request
    return Promise.resolve({ ...empty, headers: [['Audit-Id', request.headers.get('audit-id') ?? '']] })
  })
  const lines = ['Audit-Id: →', 'Impersonate-User: müller', 'Impersonate-Group: a, b', 'Impersonate-Group: c']
  const message = `GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${lines.join('\r\n')}\r\n\r\n`
  expect(await exchangeRaw(url, message)).toContain('Audit-Id: →')
  expect(seen?.headers.get('impersonate-user')).toBe('müller')
  expect(seen?.headerLines?.('impersonate-group')).toEqual(['a, b', 'c'])
})

test('a message with several Host lines is refused with 400 before the handler', async () => {
  const url = await open(() => Promise.reject(new Error('reached')))
  const answer = await exchangeRaw(url, 'GET / HTTP/1.1\r\nHost: localhost\r\nHOST: evil.example\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*too many Host headers/)
})

test('a host name that is not served is refused with 421 before the handler', async () => {
  const url = await open(() => Promise.reject(new Error('the handler was called')))
  const answer = await exchangeRaw(url, 'GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 421 [^]*Host "evil.example" is not served/)
})

test('a header may be repeated in an answer, and 204 has no length', async () => {
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

test('frames of one turn are sent in one piece, in order', async () => {
  const { stream, answer } = watching()
  const url = await open(() => Promise.resolve(answer))
  const reader = (await fetch(url)).body?.getReader()
  for (const word of ['one ', 'two ', 'three']) stream.sink?.write(new TextEncoder().encode(word))
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('one two three')
  stream.sink?.write(new TextEncoder().encode('last'))
  stream.sink?.end()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('last')
  expect((await reader?.read())?.done).toBe(true)
})

test('a connection is reused after a stream, and a client of HTTP/1.0 receives a stream without chunks', async () => {
  const { stream, answer } = watching()
  const url = new URL(await open(() => Promise.resolve(answer)))
  const read = async (version: string, requests: number): Promise<string> => {
    const socket = net.connect(Number(url.port), url.hostname).setEncoding('latin1')
    let all = ''
    socket.on('data', (text: string) => (all += text))
    for (let i = 1; i <= requests; i++) {
      Object.assign(stream, { sink: undefined })
      socket.write(`GET /${i} HTTP/${version}\r\nHost: localhost\r\n\r\n`)
      await expect.poll(() => stream.sink).toBeDefined()
      stream.sink?.write(Buffer.from(`frame ${i}`))
      stream.sink?.end()
      await expect.poll(() => all).toContain(`frame ${i}`)
    }
    socket.destroy()
    return all
  }
  const both = await read('1.1', 2)
  expect(both.match(/\r\n\r\n7\r\nframe \d\r\n0\r\n\r\n/g)).toHaveLength(2)
  expect(await read('1.0', 1)).toMatch(/\r\n\r\nframe 1$/)
})

test('an answer in pieces arrives whole for any sizes of the pieces', async () => {
  const sizes = [1, 0, 700_000, 3, 524_288, 1_200_000, 5]
  const pieces = new Pieces(sizes.map((size, i) => new Uint8Array(size).fill(i + 1)))
  const url = await open(() => Promise.resolve({ ...empty, pieces }))
  const answers = await Promise.all([1, 2].map(async () => (await fetch(url)).arrayBuffer()))
  for (const answer of answers) expect(Buffer.from(answer).equals(pieces.join())).toBe(true)
})

test('a reader that leaves in the middle of an answer in pieces does not affect other readers', async () => {
  const pieces = new Pieces(Array.from({ length: 64 }, () => new Uint8Array(1024 * 1024)))
  const url = await open(() => Promise.resolve({ ...empty, pieces }))
  const request = http.get(url)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  await once(response, 'readable')
  request.on('error', () => undefined).destroy()
  expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(pieces.byteLength)
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

test('the chain of a client certificate is passed on, leaf first', async () => {
  const file = (name: string) => readFileSync(recordingPath(`pki/${name}`))
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
})

test('handles one request at a time when a client does not wait for the answers', async () => {
  const handled: string[] = []
  let answer: () => void = () => undefined
  const url = await open(async ({ url: path }) => {
    handled.push(path)
    if (path === '/first') await new Promise<void>((resolve) => (answer = resolve))
    return empty
  })
  const request = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(request('/first') + request('/second') + request('/third', 'Connection: close\r\n'))
  const answers = text(socket)
  await expect.poll(() => handled).toEqual(['/first'])
  answer()
  expect((await answers).match(/HTTP\/1\.1 200/g)).toHaveLength(3)
  expect(handled).toEqual(['/first', '/second', '/third'])
})
