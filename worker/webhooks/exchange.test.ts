import { describe, expect, it } from 'vitest'
import { virtualClock } from '../clock/virtual-clock.ts'
import { exchange } from './exchange.ts'
import { checkStatus } from './response-status.ts'
import type { WebhookAnswer, WebhookCall } from './backend.ts'
import { answerOf } from './backend-fixture.ts'

const call = (signal = new AbortController().signal): WebhookCall => ({
  method: 'POST',
  url: 'https://hooks.test/a?timeout=10s',
  caBundle: '',
  body: '{}',
  userAgent: 'test',
  signal,
})

function network(...answers: (WebhookAnswer | Error)[]) {
  const calls: WebhookCall[] = []
  const clock = virtualClock()
  const caller = (one: WebhookCall): Promise<WebhookAnswer> => {
    calls.push(one)
    const answer = answers[Math.min(calls.length, answers.length) - 1]
    return answer instanceof Error || answer === undefined
      ? Promise.reject(answer ?? new Error())
      : Promise.resolve(answer)
  }
  return { calls, clock, caller }
}

describe('exchange', () => {
  it('repeats the request with its body after status 307, and sends a GET without a body after status 302', async () => {
    const { calls, ...net } = network(
      answerOf('', 307, { location: '/b' }),
      answerOf('', 302, { location: 'https://else.test/c' }),
      answerOf('{}'),
    )
    await exchange(net, call())
    expect(calls.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', 'https://hooks.test/a?timeout=10s', '{}'],
      ['POST', 'https://hooks.test/b', '{}'],
      ['GET', 'https://else.test/c', undefined],
    ])
  })

  it('sends its credentials to no other origin', async () => {
    const { calls, ...net } = network(
      answerOf('', 307, { location: '/b' }),
      answerOf('', 307, { location: 'https://else.test/c' }),
      answerOf('{}'),
    )
    const certificate = { certificate: 'C', key: 'K' }
    await exchange(net, { ...call(), authorization: 'Bearer a', certificate })
    expect(calls.map(({ url, authorization, certificate: shown }) => [url, authorization, shown])).toEqual([
      ['https://hooks.test/a?timeout=10s', 'Bearer a', certificate],
      ['https://hooks.test/b', 'Bearer a', certificate],
      ['https://else.test/c', undefined, undefined],
    ])
  })

  it('gives up after ten redirects', async () => {
    const net = network(answerOf('', 307, { location: 'https://hooks.test/a' }))
    await expect(exchange(net, call())).rejects.toThrow('Post "https://hooks.test/a": stopped after 10 redirects')
    expect(net.calls).toHaveLength(10)
  })

  it('retries after the time in Retry-After, until the timeout ends the request', async () => {
    const busy = answerOf('', 503, { 'retry-after': '1' })
    const waits: number[] = []
    const net = network(busy, answerOf('{}'))
    const clock = {
      ...net.clock,
      after: (ms: number, task: () => void) => {
        waits.push(ms)
        queueMicrotask(task)
        return () => undefined
      },
    }
    expect((await exchange({ ...net, clock }, call())).status).toBe(200)
    expect(waits).toEqual([1000])
    const limit = new AbortController()
    const waiting = exchange(network(busy), call(limit.signal))
    limit.abort()
    await expect(waiting).rejects.toThrow('Post "https://hooks.test/a?timeout=10s": context deadline exceeded')
  })

  it('reports why a backend is unreachable', async () => {
    await expect(exchange(network(new Error('EOF')), call())).rejects.toThrow(
      'Post "https://hooks.test/a?timeout=10s": EOF',
    )
  })
})

describe('the error for an answer that holds no review', () => {
  it.each([
    [
      answerOf('', 200, { 'content-type': 'application/json' }),
      '0-length response with status code: 200 and content type: application/json',
    ],
    [answerOf('ouch', 500, { 'content-type': 'application/json' }), 'an error on the server ("unknown") has prevented'],
    [answerOf('ouch', 500, { 'content-type': 'text/plain' }), 'an error on the server ("ouch") has prevented'],
    [answerOf('x', 404), 'the server could not find the requested resource'],
    [answerOf('x', 307), 'the server responded with the status code 307 but did not return more information'],
    [answerOf({ kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'cannot' }, 500), 'cannot'],
    [answerOf('{}', 200, { 'content-type': ';' }), 'Internal error occurred: mime: no media type'],
  ])('for %o is: %s', async (answer, message) => {
    await expect(checkStatus(answer)).rejects.toThrow(message)
  })
})
