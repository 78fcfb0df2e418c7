import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ApiRequest } from '../../worker/api/exchange.ts'
import { answerConnect, answerUnreadable } from './unknown-methods.ts'

let server: http.Server
let seen: ApiRequest[] = []

beforeEach(async () => {
  seen = []
  const handle = (request: ApiRequest) => {
    seen.push(request)
    return Promise.resolve({ status: 405, headers: [['X-Own', 'v'] as const], body: new TextEncoder().encode('no') })
  }
  server = http.createServer().listen(0, '127.0.0.1')
  server.on('clientError', answerUnreadable(handle))
  server.on('connect', answerConnect(handle))
  await once(server, 'listening')
})
afterEach(() => server.close())

async function ask(message: string): Promise<string> {
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(message)
  return text(socket)
}

test.each(['FROB', 'list', 'CONNECT'])('%s is answered by the server itself', async (method) => {
  const answer = await ask(`${method} /api/v1/pods?x=1 HTTP/1.1\r\nHost: h\r\nAccept: a/b\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\nX-Own: v\r\n[^]*Connection: close\r\n\r\nno$/)
  expect(seen).toMatchObject([{ method, url: '/api/v1/pods?x=1' }])
  expect(seen[0]?.headers.get('accept')).toBe('a/b')
})

test('a message other than HTTP is refused', async () => {
  expect(await ask('hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[^]*\r\n\r\n400 Bad Request$/)
  expect(seen).toEqual([])
})

test('the rest of a refused message does not close the connection before its answer is read', async () => {
  const socket = new PassThrough()
  const refuse = answerUnreadable(() => Promise.reject(new Error('not called')))
  for (const code of ['HPE_INVALID_CHUNK_SIZE', 'HPE_INVALID_CHUNK_SIZE'])
    refuse(Object.assign(new Error('Parse Error'), { code }), socket)
  expect(socket.destroyed).toBe(false)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
})
