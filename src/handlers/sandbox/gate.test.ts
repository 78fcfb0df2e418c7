import { describe, expect, it } from 'vitest'
import { virtualClock } from '../../../worker/clock/virtual-clock.ts'
import { Gate } from './gate.ts'
import type { FromFrame, ToRunner } from './messages.ts'
import { SANDBOX_LIMITS as LIMITS } from './messages.ts'

const noListener = (): void => undefined

/** A gate whose worker answers pings when `answers` is true. */
function opened({ answers = true, start = true } = {}) {
  const clock = virtualClock()
  const sent: FromFrame[] = []
  const received: ToRunner[] = []
  const worker = {
    answers,
    isOver: false,
    deliver: noListener as (message: unknown) => void,
    fail: noListener as (text: string) => void,
    end: noListener as (why: string) => void,
  }
  const gate = new Gate({
    start: (source) => {
      if (!start) throw new SyntaxError(`Unexpected ${source} (1:1)`)
      return {
        post(message) {
          received.push(message)
          if (message.type === 'ping' && worker.answers) worker.deliver({ type: 'pong', id: 0, text: '' })
        },
        listen: (listener) => (worker.deliver = listener),
        failed: (listener) => (worker.fail = listener),
        ended: (listener) => (worker.end = listener),
        terminate: () => (worker.isOver = true),
      }
    },
    send: (message) => sent.push(message),
    after: (ms, task) => clock.after(ms, task),
  })
  gate.receive({ type: 'run', source: 'x' })
  const ready = (): void => worker.deliver({ type: 'ready', id: 0, text: '{}' })
  return { gate, sent, received, worker, clock, ready }
}

const ended = (text: string) =>
  expect.objectContaining({ type: 'ended', text: expect.stringContaining(text) as string })

describe('Gate', () => {
  it('passes calls and results', () => {
    const { gate, sent, received, worker, ready } = opened()
    ready()
    gate.receive({ type: 'call', id: 7, text: '{}' })
    worker.deliver({ type: 'result', id: 7, text: '1', extra: 'dropped' })
    expect(received).toContainEqual({ type: 'call', id: 7, text: '{}' })
    expect(sent).toEqual([
      { type: 'ready', id: 0, text: '{}' },
      { type: 'result', id: 7, text: '1' },
    ])
  })

  it('reports a syntax error', () => {
    expect(opened({ start: false }).sent).toEqual([{ type: 'failed', id: 0, text: 'Unexpected x (1:1)' }])
  })

  it('reports the end of a worker at once', () => {
    const { worker, sent, ready } = opened()
    ready()
    worker.end('its process has ended')
    expect(sent.at(-1)).toEqual(ended('its process has ended'))
  })

  it('ends a worker that does not start, and a worker that blocks its thread', () => {
    const late = opened({ answers: false })
    late.clock.advance(LIMITS.start - 1)
    expect(late.sent).toEqual([])
    late.clock.advance(1)
    expect(late.sent).toEqual([ended('it did not start within 60 s')])
    const blocked = opened()
    blocked.ready()
    blocked.worker.answers = false
    blocked.clock.advance(LIMITS.beat * (LIMITS.missedBeats + 1))
    expect([blocked.worker.isOver, blocked.sent.at(-1)]).toEqual([true, ended('blocked its thread for 10 s')])
  })

  it('ends a worker that still computes an abandoned call, but not a worker that only waits', () => {
    const waiting = opened()
    waiting.ready()
    waiting.gate.receive({ type: 'abort', id: 1 })
    waiting.clock.advance(LIMITS.blocked)
    expect(waiting.worker.isOver).toBe(false)
    const looping = opened()
    looping.ready()
    looping.worker.answers = false
    looping.gate.receive({ type: 'abort', id: 1 })
    looping.clock.advance(LIMITS.blocked)
    expect(looping.sent.at(-1)).toEqual(ended('still busy'))
  })

  it('does not take a regular ping that was sent a moment ago for a loop', () => {
    const { gate, worker, clock, ready } = opened()
    ready()
    clock.advance(LIMITS.beat - LIMITS.blocked)
    gate.receive({ type: 'abort', id: 1 })
    // The next regular ping and the end of the time limit are at the same moment.
    worker.answers = false
    clock.advance(LIMITS.blocked)
    expect(worker.isOver).toBe(false)
  })

  it.each([
    [{ type: 'ended', id: 0, text: '' }, 'a message of an unknown form'],
    [{ type: 'result', id: 0, text: { length: 1 } }, 'a message of an unknown form'],
    ['text', 'a message of an unknown form'],
    [{ type: 'result', id: 0, text: 'x'.repeat(LIMITS.text + 1) }, 'characters; the limit is'],
  ])('ends a worker that sends %j', (message, why) => {
    const { worker, sent, ready } = opened()
    ready()
    worker.deliver(message)
    expect([worker.isOver, sent.at(-1)]).toEqual([true, ended(why)])
  })

  it('ends a worker that sends too many messages in a second', () => {
    const { worker, sent, ready } = opened()
    ready()
    for (let count = 0; count < LIMITS.messages; count++) worker.deliver({ type: 'log', id: 0, text: 'x' })
    expect(sent.at(-1)).toEqual(ended('more than 2000 messages in a second'))
  })

  it('cuts logged lines and reports uncaught errors as lines', () => {
    const { worker, sent, ready } = opened()
    ready()
    worker.deliver({ type: 'log', id: 0, text: 'x'.repeat(LIMITS.line + 1) })
    worker.fail('Uncaught (line 3)')
    expect(sent.slice(1).map(({ text }) => text.length)).toEqual([LIMITS.line, 17])
  })
})
