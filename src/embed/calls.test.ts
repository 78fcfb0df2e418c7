import { describe, expect, it, onTestFinished } from 'vitest'
import { CallClient } from './call-client.ts'
import type { Handlers } from './call-server.ts'
import { CallServer } from './call-server.ts'
import type { FromFrame } from '../contracts/embed-protocol.ts'
import { LIMITS } from '../contracts/embed-protocol.ts'

const HANDLERS: Handlers = {
  run: ({ line }) => Promise.resolve({ value: { stdout: line, stderr: '', code: 0 } }),
  apply: () => Promise.reject(new Error('deployment/web: refused')),
  fetch: () => Promise.resolve({ value: { status: 204, headers: [], hasBody: false } }),
  open: (_, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  snapshot: () => Promise.resolve({ value: { apiVersion: 'v1', kind: 'List', items: [] } }),
  share: () => Promise.resolve({ value: 'https://tabplane.example/#c1.x' }),
  lend: () => Promise.resolve({ value: new MessageChannel().port1 }),
  fit: () => Promise.resolve({ value: undefined }),
  ping: () => Promise.resolve({ value: undefined }),
  followed: () => Promise.resolve({ value: undefined }),
}

function connected(handlers: Partial<Handlers> = {}, following?: Promise<void>) {
  const { port1, port2 } = new MessageChannel()
  const listened: string[] = []
  const received: FromFrame[] = []
  const ended: string[] = []
  const server = new CallServer(port1, {
    handlers: { ...HANDLERS, ...handlers },
    listen: (name) => {
      listened.push(name)
      return following
    },
  })
  const client = new CallClient(port2, {
    receive: (message) => received.push(message),
    closed: (error) => ended.push(error.message),
  })
  onTestFinished(() => {
    server.close('the test has ended')
    client.close(new Error('the test has ended'))
  })
  return { server, client, listened, received, ended }
}

/** A page that sends any messages, and the answers that it receives. */
function hostile() {
  const { port1, port2 } = new MessageChannel()
  const server = new CallServer(port1, { handlers: HANDLERS, listen: () => undefined })
  onTestFinished(() => {
    server.close('the test has ended')
    port2.close()
  })
  const answers: FromFrame[] = []
  let arrived = (): void => undefined
  port2.addEventListener('message', ({ data }) => {
    answers.push(data as FromFrame)
    arrived()
  })
  port2.start()
  const answered = async (count: number): Promise<FromFrame[]> => {
    while (answers.length < count) await new Promise<void>((resolve) => (arrived = resolve))
    return answers
  }
  return { send: (message: unknown) => port2.postMessage(message), answered }
}

const call = (id: number, method: string, input?: unknown) => ({ type: 'call', id, method, input })

describe('calls over a channel', () => {
  it('return the value of the method, or reject with its error', async () => {
    const { client } = connected()
    expect(await client.call('run', { line: 'kubectl get ns' })).toEqual({
      stdout: 'kubectl get ns',
      stderr: '',
      code: 0,
    })
    await expect(client.call('apply', { text: 'kind: Deployment' })).rejects.toThrow('deployment/web: refused')
  })

  it('begin when the events requested before them are followed, unless they change nothing', async () => {
    const order: string[] = []
    let follow = (): void => undefined
    const following = new Promise<void>((resolve) => (follow = resolve)).then(() => void order.push('followed'))
    const { client } = connected({}, following)
    client.listen('change')
    const run = client.call('run', { line: 'kubectl create ns mine' }).then(() => order.push('run'))
    await client.call('ping', undefined).then(() => order.push('ping'))
    follow()
    await run
    expect(order).toEqual(['ping', 'followed', 'run'])
  })

  it('never run when they are cancelled before the events are followed', async () => {
    let follow = (): void => undefined
    const lines: string[] = []
    const { client } = connected(
      {
        run: ({ line }) => {
          lines.push(line)
          return Promise.resolve({ value: { stdout: '', stderr: '', code: 0 } })
        },
      },
      new Promise((resolve) => (follow = resolve)),
    )
    client.listen('change')
    const stopper = new AbortController()
    const first = client.call('run', { line: 'first' }, stopper.signal)
    stopper.abort(new Error('not needed'))
    await expect(first).rejects.toThrow('not needed')
    await client.call('ping', undefined)
    follow()
    await client.call('run', { line: 'second' })
    expect(lines).toEqual(['second'])
  })

  it('stream the body of an answer as its reader reads', async () => {
    const source = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>()
    const writer = source.writable.getWriter()
    const { client } = connected({
      fetch: () =>
        Promise.resolve({ value: { status: 200, headers: [['x', 'y']], hasBody: true }, body: source.readable }),
    })
    const response = await client.fetch({ path: '/api/v1/pods?watch=true', method: 'GET', headers: [] })
    expect([response.status, response.headers.get('x')]).toEqual([200, 'y'])
    const reader = response.body?.getReader()
    for (const text of ['first', 'second']) {
      void writer.write(new TextEncoder().encode(text))
      expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(text)
    }
    await writer.close()
    expect((await reader?.read())?.done).toBe(true)
  })

  it('end the body in the frame when its reader cancels', async () => {
    let cancelled = (): void => undefined
    const ended = new Promise<void>((resolve) => (cancelled = resolve))
    const { client } = connected({
      fetch: () =>
        Promise.resolve({
          value: { status: 200, headers: [], hasBody: true },
          body: new ReadableStream({ cancel: () => cancelled() }, { highWaterMark: 0 }),
        }),
    })
    const { body } = await client.fetch({ path: '/api', method: 'GET', headers: [] })
    await body?.cancel()
    await ended
  })

  it('answer without a body', async () => {
    const { client } = connected()
    const response = await client.fetch({ path: '/api', method: 'DELETE', headers: [] })
    expect([response.status, response.body]).toEqual([204, null])
  })

  it('end in both places when the signal aborts', async () => {
    let aborted = (_reason: unknown): void => undefined
    const inFrame = new Promise((resolve) => (aborted = resolve))
    const { client } = connected({
      open: (_, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            aborted(signal.aborted)
            reject(new Error('stopped'))
          }),
        ),
    })
    const stopper = new AbortController()
    const open = client.call('open', { where: '/api/v1/pods' }, stopper.signal)
    stopper.abort(new Error('no longer wanted'))
    await expect(open).rejects.toThrow('no longer wanted')
    expect(await inFrame).toBe(true)
  })

  it('reject when either side closes the channel, including later calls and bodies', async () => {
    const { client, ended } = connected({
      fetch: () =>
        Promise.resolve({
          value: { status: 200, headers: [], hasBody: true },
          body: new ReadableStream({}, { highWaterMark: 0 }),
        }),
    })
    const response = await client.fetch({ path: '/api', method: 'GET', headers: [] })
    const waiting = client.call('open', { where: '/' })
    client.close(new Error('The element was removed'))
    await expect(waiting).rejects.toThrow('The element was removed')
    await expect(response.text()).rejects.toThrow('The element was removed')
    await expect(client.call('ping', undefined)).rejects.toThrow('The element was removed')
    expect(ended).toEqual(['The element was removed'])

    const other = connected()
    const second = other.client.call('open', { where: '/' })
    other.server.close('The page of the cluster was closed')
    await expect(second).rejects.toThrow('The page of the cluster was closed')
  })

  it('transfer a port', async () => {
    const { port1, port2 } = new MessageChannel()
    const { client } = connected({ lend: () => Promise.resolve({ value: port1 }) })
    const lent = await client.call('lend', undefined)
    const heard = new Promise((resolve) => port2.addEventListener('message', ({ data }) => resolve(data)))
    port2.start()
    lent.postMessage('through')
    expect(await heard).toBe('through')
    port2.close()
  })

  it('deliver requested events', async () => {
    const { client, server, listened, received } = connected()
    client.listen('change')
    client.listen('change')
    await client.call('ping', undefined)
    expect(listened).toEqual(['change'])
    server.send({ type: 'event', name: 'change', detail: { name: 'web' } })
    await client.call('ping', undefined)
    expect(received).toEqual([{ type: 'event', name: 'change', detail: { name: 'web' } }])
  })
})

describe('a hostile page', () => {
  it.each([
    [call(1, 'eval', {}), 'no such method'],
    [call(1, '__proto__', {}), 'no such method'],
    [call(1, 'run', 'kubectl'), 'the input must be an object'],
    [call(1, 'run', { line: 7 }), 'line must be a text'],
    [call(1, 'run', { line: 'x'.repeat(LIMITS.line + 1) }), `longer than ${LIMITS.line} characters`],
    [call(1, 'run', { line: 'ls', columns: -1 }), 'columns must be'],
    [call(1, 'apply', { text: 'x'.repeat(LIMITS.manifest + 1) }), `longer than ${LIMITS.manifest} characters`],
    [call(1, 'fetch', { path: 'https://example.com/', method: 'GET', headers: [] }), 'must begin with one slash'],
    [call(1, 'fetch', { path: '//example.com/', method: 'GET', headers: [] }), 'must begin with one slash'],
    [call(1, 'fetch', { path: '/api', method: 'GET\r\n', headers: [] }), 'not an HTTP method'],
    [
      call(1, 'fetch', { path: '/api', method: 'GET', headers: Array.from({ length: 65 }, () => ['a', 'b']) }),
      'at most 64 pairs',
    ],
    [call(1, 'fetch', { path: '/api', method: 'GET', headers: ['a'] }), 'a name and a value'],
    [call(1, 'fetch', { path: '/api', method: 'POST', headers: [], body: 'text' }), 'must be bytes'],
    [
      call(1, 'fetch', { path: '/api', method: 'POST', headers: [], body: new Uint8Array(LIMITS.body + 1) }),
      `longer than ${LIMITS.body} bytes`,
    ],
  ])('receives the reason of a refused call', async (message, reason) => {
    const { send, answered } = hostile()
    send(message)
    const [answer] = await answered(1)
    expect(answer).toMatchObject({ type: 'failure', id: 1, message: expect.stringContaining(reason) })
  })

  it.each([
    ['text', 'must be an object'],
    [null, 'must be an object'],
    [[call(1, 'ping')], 'must be an object'],
    [{ type: 'call', id: 'one', method: 'ping' }, 'has no id'],
    [{ type: 'call', id: 1.5, method: 'ping' }, 'has no id'],
    [{ type: 'listen', name: 'keypress' }, 'no such event'],
    [{ type: 'terminate', id: 1 }, 'no such message'],
  ])('receives the reason of a refused message', async (message, reason) => {
    const { send, answered } = hostile()
    send(message)
    const [answer] = await answered(1)
    expect(answer).toMatchObject({ type: 'event', name: 'error' })
    expect(JSON.stringify(answer)).toContain(reason)
  })

  it('has a bounded number of open calls', async () => {
    const { send, answered } = hostile()
    for (let id = 0; id <= LIMITS.calls; id++) send(call(id, 'open', { where: '/' }))
    const [refused] = await answered(1)
    expect(refused).toMatchObject({ type: 'failure', id: LIMITS.calls, message: expect.stringContaining('at most') })
    send({ type: 'cancel', id: 0 })
    send(call(99, 'ping'))
    expect((await answered(2))[1]).toEqual({ type: 'result', id: 99, value: undefined })
  })

  it('cannot begin a second call with the id of an open call', async () => {
    const { send, answered } = hostile()
    send(call(1, 'open', { where: '/' }))
    send(call(1, 'open', { where: '/' }))
    expect(JSON.stringify(await answered(1))).toContain('two calls have the same id')
  })

  it('is disconnected after a number of messages that are not calls', async () => {
    const { send, answered } = hostile()
    for (let i = 0; i < LIMITS.faults; i++) send(i)
    expect((await answered(LIMITS.faults)).at(-1)).toMatchObject({ type: 'closed' })
  })
})

describe('a hostile frame', () => {
  it('cannot settle the calls of the page wrongly', async () => {
    const { port1, port2 } = new MessageChannel()
    const client = new CallClient(port2, { receive: () => undefined, closed: () => undefined })
    onTestFinished(() => {
      client.close(new Error('the test has ended'))
      port1.close()
    })
    port1.start()
    for (const message of [
      7,
      null,
      { type: 'unknown' },
      { type: 'result', id: 99, value: 'x' },
      { type: 'chunk', id: 1, bytes: 'text' },
    ])
      port1.postMessage(message)
    const fetched = client.fetch({ path: '/api', method: 'GET', headers: [] })
    port1.postMessage({ type: 'result', id: 1, value: { status: 9999, headers: [], hasBody: false } })
    await expect(fetched).rejects.toThrow(RangeError)
    const run = client.call('run', { line: 'ls' })
    port1.postMessage({ type: 'failure', id: 2, message: { toString: 7 } })
    await expect(run).rejects.toThrow()
  })
})
