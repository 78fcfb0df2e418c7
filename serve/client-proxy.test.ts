import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inProcessClient, type RunningCommand } from '../tests/cli/client-runner.ts'
import { recordingPath } from '../tests/recordings/archive.ts'

let folder: string
let server: https.Server
let running: RunningCommand
let port: number
let watchClosed: Promise<unknown>

const freePort = async (): Promise<number> => {
  const probe = net.createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port: free } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return free
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'proxy-'))
  mkdirSync(path.join(folder, 'www'))
  writeFileSync(path.join(folder, 'www/a.txt'), 'hello\n')
  symlinkSync('/etc', path.join(folder, 'www/out'))
  const pem = (name: string): Buffer => readFileSync(recordingPath(`pki/${name}`))
  server = https.createServer({ cert: pem('server.crt'), key: pem('server.key') }, (request, response) => {
    if (request.url === '/watch') {
      response.write('first\n')
      watchClosed = once(response, 'close')
      return
    }
    const { method, url, headers } = request
    const shown = [method, url, headers.authorization, headers['x-forwarded-for'], headers.connection]
    response.write(`${JSON.stringify(shown)}\n`)
    request.pipe(response)
  })
  server.on('upgrade', (_, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
    socket.pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  port = await freePort()
  running = inProcessClient(folder, {
    args: [
      'proxy',
      `--port=${port}`,
      '--www=www',
      `--server=${address}`,
      '--insecure-skip-tls-verify',
      '--token=sekret',
      '--reject-methods=PUT',
    ],
    timeoutMs: 300_000,
  })
  await vi.waitFor(() => expect(running.lines()).toBe(1), 60_000)
}, 90_000)

afterAll(() => {
  running.stop()
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

const fetched = (target: string, init?: RequestInit): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${target}`, init)

test('forwards a request with its body and the credentials of the context', async () => {
  const answer = await fetched('/api?a=b', { method: 'POST', body: 'body' })
  expect(await answer.text()).toBe('["POST","/api?a=b","Bearer sekret","127.0.0.1","keep-alive"]\nbody')
})

test('keeps the credentials of the sender', async () => {
  const answer = await fetched('/', { headers: { Authorization: 'Bearer own' } })
  expect(await answer.text()).toContain('"Bearer own"')
})

test('refuses a filtered method with 403', async () => {
  const answer = await fetched('/', { method: 'PUT' })
  expect([answer.status, await answer.text()]).toEqual([403, 'Forbidden\n'])
})

test('streams an answer without an end, and ends it with the sender', async () => {
  const aborter = new AbortController()
  const answer = await fetched('/watch', { signal: aborter.signal })
  const { value } = (await answer.body?.getReader().read()) ?? {}
  expect(new TextDecoder().decode(value)).toBe('first\n')
  aborter.abort()
  await watchClosed
})

test('connects both sides after a change of the protocol', async () => {
  const socket = net.connect(port, '127.0.0.1')
  socket.write('GET /stream HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await expect.poll(() => text, { timeout: 10_000 }).toContain('101 Switching Protocols')
  socket.write('ping')
  await expect.poll(() => text, { timeout: 10_000 }).toMatch(/ping$/)
  socket.destroy()
})

test.each([
  ['/static/a.txt', 200, 'hello\n'],
  ['/static/a.txt/', 200, 'hello\n'],
  ['/static/out/passwd', 404, '404 page not found\n'],
  ['/static/..%2f..%2fetc/passwd', 404, '404 page not found\n'],
])('answers %s from the folder with %d', async (target, code, text) => {
  const answer = await fetched(target)
  expect([answer.status, await answer.text()]).toEqual([code, text])
})

test('sends a part of a file', async () => {
  const answer = await fetched('/static/a.txt', { headers: { Range: 'bytes=1-2' } })
  expect([answer.status, await answer.text()]).toEqual([206, 'el'])
})

test.each([
  [() => `--port=${port}`, () => `listen tcp 127.0.0.1:${port}: bind: address already in use`],
  [() => '--unix-socket=/nope/x', () => 'listen unix /nope/x: bind: no such file or directory'],
  [() => '--address=::1', () => 'listen tcp: address ::1:8001: too many colons in address'],
])('names the reason for which a port cannot be opened', async (flag, fault) => {
  const { stderr, code } = await inProcessClient(folder, { args: ['proxy', flag()] }).done
  expect([stderr, code]).toEqual([`error: ${fault()}\n`, 1])
})

test('ends with its signal', async () => {
  running.stop()
  expect((await running.done).stdout).toBe(`Starting to serve on 127.0.0.1:${port}\n`)
  await expect(fetched('/')).rejects.toThrow()
})
