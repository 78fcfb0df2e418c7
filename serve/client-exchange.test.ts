import { once } from 'node:events'
import http, { type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { HostResponse } from '../src/cli/host.ts'
import { exchange } from './client-exchange.ts'

let server: http.Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function answered(answer: (response: ServerResponse) => void, signal: AbortSignal): Promise<HostResponse> {
  server = http.createServer((_request, response) => answer(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return exchange({ url: `http://127.0.0.1:${port}/api`, method: 'GET', headers: {}, signal, tls: {} })
}

test('decodes a character that is split between two chunks of an answer', async () => {
  const [first, second] = [Buffer.from('{"a":"\u00fc'), Buffer.from('"}')]
  const response = await answered((it) => {
    it.write(first.subarray(0, -1))
    setImmediate(() => it.end(Buffer.concat([first.subarray(-1), second])))
  }, new AbortController().signal)
  expect(await response.text()).toBe('{"a":"\u00fc"}')
})

test('rejects when the connection ends within an answer', async () => {
  const response = await answered((it) => {
    it.writeHead(200, { 'Content-Length': 10 })
    it.write('123', () => it.destroy())
  }, new AbortController().signal)
  await expect(response.text()).rejects.toThrow()
})

test('rejects when the caller aborts within an answer', async () => {
  const aborter = new AbortController()
  const response = await answered((it) => void it.write('123'), aborter.signal)
  const text = response.text()
  aborter.abort()
  await expect(text).rejects.toThrow()
})

test('ends a connection on which the server switches protocols', async () => {
  server = http.createServer().listen(0, '127.0.0.1')
  server.on('upgrade', (_, socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: SPDY/3.1\r\nConnection: Upgrade\r\n\r\n'),
  )
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const headers = { Connection: 'Upgrade', Upgrade: 'SPDY/3.1' }
  const request = {
    url: `http://127.0.0.1:${port}/`,
    method: 'POST',
    headers,
    signal: AbortSignal.timeout(5000),
    tls: {},
  }
  await expect(exchange(request)).rejects.toThrow('the server offers a stream')
})
