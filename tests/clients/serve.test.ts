import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Served } from './serve-process.ts'
import { serve } from './serve-process.ts'
import { recordingPath } from '../recordings/archive.ts'

// `npm run serve` as a process: behaviour that needs a process or a socket.

const maps = '/api/v1/namespaces/default/configmaps'
const map = (name: string) => JSON.stringify({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name } })
const json = { 'content-type': 'application/json' }

let folder: string

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'serve-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const post = (url: string, name: string): Promise<Response> =>
  fetch(url + maps, { method: 'POST', headers: json, body: map(name) })

describe('a server in memory', () => {
  let served: Served
  beforeAll(async () => {
    served = await serve(['--port=0', '--dialect=k8s', '--print-kubeconfig'])
  })
  afterAll(() => served.stop())

  test('prints a client configuration for its own address, and nothing else', async () => {
    // The line with the address comes through the other pipe.
    await expect.poll(() => served.stdout()).toMatch(/^\}$/m)
    const config = JSON.parse(served.stdout()) as object
    expect(config).toMatchObject({ kind: 'Config', clusters: [{ cluster: { server: served.url } }] })
  })

  test('answers 413 to a body that is too large, and ends that connection', async () => {
    const answer = await fetch(served.url + maps, { method: 'POST', headers: json, body: 'x'.repeat(6 * 1024 * 1024) })
    expect(answer.status).toBe(413)
    expect(answer.headers.get('connection')).toBe('close')
    expect(await answer.json()).toMatchObject({ reason: 'RequestEntityTooLarge' })
  })

  test('keeps a connection for the next request', async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const ports: (number | undefined)[] = []
    for (const target of ['/version', '/readyz']) {
      const request = http.get(served.url + target, { agent })
      const [response] = (await once(request, 'response')) as [http.IncomingMessage]
      ports.push(response.socket.localPort)
      response.resume()
      await once(response, 'end')
    }
    agent.destroy()
    expect(ports[0]).toBe(ports[1])
  })

  test.each([
    ['GET / HTTP/9.9\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['nonsense\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['GET http://elsewhere/version HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 200 /],
    ['GET /%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 404 /],
    [
      `GET /version HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(100_000)}\r\nConnection: close\r\n\r\n`,
      /^HTTP\/1\.1 200 /,
    ],
  ])('answers the message %j', async (message, answer) => {
    const socket = net.connect(Number(new URL(served.url).port), '127.0.0.1', () => socket.write(message))
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    await once(socket, 'close')
    expect(text).toMatch(answer)
  })

  test('refuses a request that a page of another site makes a browser send, and any unknown host name', async () => {
    const headers = { origin: 'https://evil.example', 'content-type': 'text/plain' }
    const answer = await fetch(served.url + maps, { method: 'POST', headers, body: map('planted') })
    expect(answer.status).toBe(403)
    expect((await fetch(`${served.url}${maps}/planted`)).status).toBe(404)
    const request = http.get(`${served.url}/version`, { headers: { host: 'evil.example' } })
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    response.resume()
    expect(response.statusCode).toBe(421)
  })

  test('ends the watch of a client that disconnects', async () => {
    const openWatches = async (): Promise<string | undefined> => {
      const metrics = await (await fetch(`${served.url}/metrics`)).text()
      return /^apiserver_longrunning_requests\{.*resource="configmaps".*verb="WATCH".*\} (\d+)$/m.exec(metrics)?.[1]
    }
    const client = new AbortController()
    const watch = await fetch(`${served.url}${maps}?watch=true`, { signal: client.signal })
    expect(await openWatches()).toBe('1')
    client.abort()
    await expect(watch.text()).rejects.toThrow()
    await expect.poll(openWatches).toBe('0')
  })
})

test('ends on SIGTERM although a watch is open, with exit code 0', async () => {
  const served = await serve(['--port=0', '--dialect=k8s', '--shutdown-delay-duration=10ms'])
  const watch = await fetch(`${served.url}${maps}?watch=true`)
  const text = watch.text()
  expect(await served.stop()).toBe(0)
  // A cut connection would reject here. The stream may hold what a controller wrote meanwhile.
  expect(await text).not.toContain('"ERROR"')
})

test('is not ready, and continues to serve, during the shutdown delay', async () => {
  const served = await serve(['--port=0', '--dialect=k8s', '--shutdown-delay-duration=1h'])
  const stopped = served.stop()
  await expect.poll(async () => (await fetch(`${served.url}/readyz`)).status).toBe(500)
  expect((await fetch(`${served.url}/livez`)).status).toBe(200)
  expect((await post(served.url, 'late')).status).toBe(201)
  served.process.kill('SIGKILL')
  expect(await stopped).toBeNull()
})

test('keeps everything it acknowledged when it is killed during writes', async () => {
  const flags = ['--port=0', '--dialect=k8s', `--data-dir=${path.join(folder, 'data')}`]
  const served = await serve(flags)
  const acknowledged: string[] = []
  let next = 0
  const killed = once(served.process, 'exit')
  const write = async (): Promise<void> => {
    for (;;) {
      const name = `m-${next++}`
      const answer = await post(served.url, name).catch(() => undefined)
      if (answer?.status !== 201) return
      acknowledged.push(name)
      if (acknowledged.length === 200) served.process.kill('SIGKILL')
    }
  }
  await Promise.all([...Array.from({ length: 16 }, write), killed])
  const again = await serve(flags)
  const list = (await (await fetch(again.url + maps)).json()) as { items: { metadata: { name: string } }[] }
  const kept = new Set(list.items.map(({ metadata }) => metadata.name))
  expect(acknowledged.length).toBeGreaterThanOrEqual(200)
  expect(acknowledged.filter((name) => !kept.has(name))).toEqual([])
  expect((await post(again.url, 'after')).status).toBe(201)
  expect(await again.stop()).toBe(0)
})

test('appends audit events to a file, a line each', async () => {
  const [policy, log] = [path.join(folder, 'policy.yaml'), path.join(folder, 'audit.log')]
  writeFileSync(policy, 'kind: Policy\napiVersion: audit.k8s.io/v1\nrules: [{level: Request, verbs: [create]}]\n')
  const served = await serve(['--port=0', '--dialect=k8s', `--audit-policy-file=${policy}`, '--audit-log-path', log])
  expect((await post(served.url, 'seen')).status).toBe(201)
  expect(await served.stop()).toBe(0)
  const events = readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  expect(events).toMatchObject([
    { stage: 'RequestReceived' },
    { stage: 'ResponseComplete', sourceIPs: ['127.0.0.1'], requestObject: { metadata: { name: 'seen' } } },
  ])
})

test('names the number of a port that is taken', async () => {
  const taken = net.createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as net.AddressInfo
  await expect(serve([`--port=${port}`])).rejects.toThrow(`Error: port ${port} is taken`)
  taken.close()
})

describe('HTTPS', () => {
  let served: Served
  const file = (name: string) => readFileSync(recordingPath(`pki/${name}`))

  beforeAll(async () => {
    const tls = [
      '--tls-cert-file',
      recordingPath('pki/server.crt'),
      '--tls-private-key-file',
      recordingPath('pki/server.key'),
    ]
    served = await serve(['--secure-port=0', '--dialect=k8s', ...tls])
  })
  afterAll(() => served.stop())

  const get = async (options: https.RequestOptions): Promise<http.IncomingMessage> => {
    const request = https.get(`${served.url}/version`, { ca: file('ca.crt'), ...options })
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    response.resume()
    return response
  }

  test('is served with the given certificate', async () => {
    expect(served.url).toMatch(/^https:/)
    expect((await get({})).statusCode).toBe(200)
  })

  test('accepts a connection with any client certificate, which authentication then verifies', async () => {
    const answer = await get({ cert: file('server.crt'), key: file('server.key') })
    expect(answer.statusCode).toBe(200)
  })

  test('does not serve plain HTTP', async () => {
    const socket = net.connect(Number(new URL(served.url).port), '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\n\r\n'),
    )
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('error', () => undefined)
    await once(socket, 'close')
    expect(text).not.toMatch(/^HTTP\/1\.1 [23]/)
  })
})
