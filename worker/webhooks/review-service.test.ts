import { describe, expect, it } from 'vitest'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { answerOf } from './backend-fixture.ts'
import type { WebhookAnswer, WebhookCall } from './backend.ts'
import { ExpiringCache } from './expiring-cache.ts'
import { reviewService } from './review-service.ts'

const kind = { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenReview' }
const service = { url: 'https://hooks.test/review/?a=b', caBundle: 'PEM', authorization: 'Bearer t' }
const good = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', status: { authenticated: true } }

/**
 * Returns a review service whose backend gives the answers one after the other and then repeats the last one. Without answers,
 * every call fails. Waits before a retry are recorded and end at once.
 */
function asking(patience: { firstWait: number; limit?: number }, ...answers: WebhookAnswer[]) {
  const calls: WebhookCall[] = []
  const waits: number[] = []
  const callWebhook = (call: WebhookCall): Promise<WebhookAnswer> => {
    calls.push(call)
    const answer = answers[Math.min(calls.length, answers.length) - 1]
    return answer === undefined ? Promise.reject(new Error('EOF')) : Promise.resolve(answer)
  }
  const clock = {
    ...virtualClock(),
    random: () => 0,
    after(ms: number, task: () => void) {
      if (ms < 30_000) {
        waits.push(ms)
        queueMicrotask(task)
      }
      return () => undefined
    },
  }
  const ask = reviewService(service, { clock, dialect: dialects.k8s, callWebhook }, patience)
  return { calls, waits, ask: () => ask({ spec: {} }, kind) }
}

describe('reviewService', () => {
  it('posts the review with the configured credentials', async () => {
    const { ask, calls } = asking({ firstWait: 500 }, answerOf(good))
    expect(await ask()).toMatchObject({ status: { authenticated: true } })
    expect(calls[0]).toMatchObject({
      method: 'POST',
      url: 'https://hooks.test/review?timeout=30s',
      body: '{"spec":{}}\n',
      caBundle: 'PEM',
      authorization: 'Bearer t',
      userAgent: 'Go-http-client/2.0',
    })
  })

  it('retries temporary failures four times, with growing waits', async () => {
    const { ask, calls, waits } = asking({ firstWait: 500 }, answerOf('ouch', 500), answerOf('ouch', 429))
    await expect(ask()).rejects.toThrow('the server has received too many requests')
    expect(calls).toHaveLength(5)
    expect(waits).toEqual([500, 750, 1125, 1687.5])
  })

  it('does not retry permanent failures', async () => {
    for (const answer of [answerOf('down', 503), answerOf('no', 403), answerOf('junk'), undefined]) {
      const { ask, calls } = asking({ firstWait: 1 }, ...(answer === undefined ? [] : [answer]))
      await expect(ask()).rejects.toThrow()
      expect(calls).toHaveLength(1)
    }
  })

  it('gives up when the time for all attempts is over', async () => {
    const { ask, calls } = asking({ firstWait: 500, limit: 10 }, answerOf('ouch', 500))
    await expect(ask()).rejects.toThrow('an error on the server ("ouch")')
    expect(calls).toHaveLength(1)
  })

  it.each([
    [{ ...good, apiVersion: 'authentication.k8s.io/v1beta1' }, 'converting (v1beta1.TokenReview) to (v1.TokenReview)'],
    [{ apiVersion: 'v1', kind: 'Pod' }, 'converting (v1.Pod) to (v1.TokenReview): unknown conversion'],
    [{ ...good, apiVersion: 'authentication.other.io/v1' }, 'no kind "TokenReview" is registered for version'],
    [{ ...good, status: { authenticated: 'yes' } }, 'json: cannot unmarshal'],
  ])('refuses %j', async (answer, why) => {
    await expect(asking({ firstWait: 1 }, answerOf(answer)).ask()).rejects.toThrow(why)
  })
})

describe('ExpiringCache', () => {
  it('drops expired entries, the least recently used one, and entries with a ttl of 0', () => {
    const clock = virtualClock()
    const cache = new ExpiringCache<number>(clock, 2)
    cache.set('a', 1, 100)
    cache.set('b', 2, 50)
    cache.set('never', 0, 0)
    clock.advance(50)
    expect(['a', 'b', 'never'].map((key) => cache.get(key))).toEqual([1, undefined, undefined])
    cache.set('b', 2, 50)
    expect(cache.get('a')).toBe(1)
    cache.set('c', 3, 50)
    expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([1, undefined, 3])
  })
})
