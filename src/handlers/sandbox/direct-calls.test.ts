import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ToWorker } from '../../../worker/host/messages.ts'
import type { DirectCall, ToFrame } from './messages.ts'
import { RECORD_LIMITS } from './messages.ts'
import { DirectCalls } from './direct-calls.ts'

const ports: MessagePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

const webhook = (call: number, body = '{}') => ({
  type: 'webhook',
  cluster: 'one',
  call,
  method: 'POST',
  url: 'https://guard.default.svc/owner?timeout=10s',
  userAgent: 'test',
  body,
})

function frame() {
  const gated: ToFrame[] = []
  const reports: DirectCall[][] = []
  const timers: (() => void)[] = []
  let now = 1_000
  const calls = new DirectCalls({
    gate: (message) => gated.push(message),
    report: ({ text }) => reports.push(JSON.parse(text) as DirectCall[]),
    now: () => (now += 5),
    after: (_, task) => timers.push(task),
  })
  /** Connects an API worker. `answers` holds the messages that it receives; `send` sends messages from it. */
  const connect = () => {
    const { port1, port2 } = new MessageChannel()
    ports.push(port1, port2)
    const answers: ToWorker[] = []
    port1.addEventListener('message', ({ data }: MessageEvent<ToWorker[]>) => answers.push(...data))
    port1.start()
    calls.open(port2)
    return { answers, send: (...messages: object[]) => port1.postMessage(messages) }
  }
  const settle = () => {
    for (const timer of timers.splice(0)) timer()
  }
  return { calls, gated, reports, timers, connect, settle }
}

const result = (id: number, answer: object) => ({ type: 'result', id, text: JSON.stringify(answer) }) as const
const until = (done: () => void) => vi.waitFor(done)

describe('DirectCalls', () => {
  it('passes a call to the gate and its result to the API worker, and the record to the page later', async () => {
    const { calls, gated, reports, timers, connect, settle } = frame()
    const { answers, send } = connect()
    send(webhook(7))
    await until(() => expect(gated).toHaveLength(1))
    const request = { method: 'POST', path: '/owner', query: 'timeout=10s', body: '{}' }
    expect(gated[0]).toEqual({ type: 'call', id: -1, text: JSON.stringify({ kind: 'http', request }) })
    expect(calls.take(result(-1, { body: 'done', headers: { 'X-A': 'b' } }))).toBe(true)
    const answer = { status: 200, headers: [['X-A', 'b']], body: 'done' }
    await until(() => expect(answers).toEqual([{ type: 'webhook-answer', call: 7, answer }]))
    expect([reports, timers.length]).toEqual([[], 1])
    settle()
    expect(reports).toMatchObject([[{ method: 'POST', answer: 'done', verdict: '200', isFault: false, duration: 5 }]])
  })

  it("leaves the results of the page's own calls to the page", () => {
    const { calls } = frame()
    expect(calls.take(result(1, {}))).toBe(false)
    expect(calls.take({ type: 'log', id: -1, text: 'a line' })).toBe(false)
  })

  it('sends an empty answer for a failed call, a malformed result and an ended handler', async () => {
    const { calls, gated, reports, connect, settle } = frame()
    const { answers, send } = connect()
    send(webhook(1), webhook(2), webhook(3))
    await until(() => expect(gated).toHaveLength(3))
    calls.take({ type: 'fault', id: -1, text: 'Error: no (line 3)' })
    calls.take(result(-2, { body: 5 }))
    expect(calls.take({ type: 'ended', id: 0, text: 'it blocked its thread' })).toBe(false)
    send(webhook(4))
    await until(() => expect(answers).toHaveLength(4))
    expect(answers).toEqual([1, 2, 3, 4].map((call) => ({ type: 'webhook-answer', call, answer: undefined })))
    expect(gated).toHaveLength(3)
    settle()
    expect(reports.flat().map(({ verdict }) => verdict)).toEqual([
      'Error: no (line 3)',
      'the body of the answer must be a text',
      'it blocked its thread',
      'it blocked its thread',
    ])
  })

  it('reports an aborted call to the gate, and drops its result', async () => {
    const { calls, gated, connect } = frame()
    const { answers, send } = connect()
    send(webhook(1), { type: 'webhook-abort', call: 1 })
    await until(() => expect(gated).toHaveLength(2))
    expect(gated[1]).toEqual({ type: 'abort', id: -1 })
    calls.take(result(-1, { body: '' }))
    await until(() => expect(answers).toHaveLength(1))
  })

  it('sends to a new port only the answers to calls from this port', async () => {
    const { calls, gated, connect } = frame()
    connect().send(webhook(1))
    await until(() => expect(gated).toHaveLength(1))
    const { answers, send } = connect()
    calls.take(result(-1, { body: 'old' }))
    send(webhook(1))
    await until(() => expect(gated).toHaveLength(2))
    calls.take(result(-2, { body: 'new' }))
    await until(() => expect(answers).toMatchObject([{ call: 1, answer: { body: 'new' } }]))
  })

  it('keeps a limited number of records, with cut texts', async () => {
    const { calls, gated, reports, timers, connect, settle } = frame()
    const { send } = connect()
    const count = RECORD_LIMITS.calls + 5
    send(...Array.from({ length: count }, (_, call) => webhook(call, 'x'.repeat(RECORD_LIMITS.repeated + 9))))
    await until(() => expect(gated).toHaveLength(count))
    for (let id = 1; id <= count; id++) calls.take(result(-id, { body: String(id).padStart(RECORD_LIMITS.text + 9) }))
    expect(timers).toHaveLength(1)
    settle()
    const [records = []] = reports
    expect(records).toHaveLength(RECORD_LIMITS.calls)
    expect([records[0]?.body.length, records[0]?.answer.length]).toEqual([
      RECORD_LIMITS.repeated + 1,
      RECORD_LIMITS.text,
    ])
  })
})
