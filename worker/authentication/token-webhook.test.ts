import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import { answerOf } from '../webhooks/backend-fixture.ts'
import type { WebhookCall } from '../webhooks/backend.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { tokenWebhook } from './token-webhook.ts'

const OWN = 'https://own'

/** A method whose backend returns this status for every token. */
function methodOf(status: JsonObject, ttl = 120_000) {
  const specs: JsonObject[] = []
  const clock = virtualClock()
  const callWebhook = ({ body = '' }: WebhookCall) => {
    const { apiVersion, spec } = JSON.parse(body) as { apiVersion: string; spec: JsonObject }
    specs.push(spec)
    return Promise.resolve(answerOf({ apiVersion, kind: 'TokenReview', status }))
  }
  const method = tokenWebhook(
    { service: { url: 'https://hooks.test', caBundle: '' }, version: 'v1', ttl },
    { clock, dialect: dialects.k8s, callWebhook, audiences: [OWN] },
  )
  return { clock, specs, ask: async (token: string, audiences: string[] = []) => method.authenticate(token, audiences) }
}

const good = { authenticated: true, user: { username: 'a', uid: '1', groups: ['g'], extra: { Scope: ['x'] } } }

describe('tokenWebhook', () => {
  it('returns the user that the backend names, or a user with an empty name', async () => {
    const { ask, specs } = methodOf(good)
    expect(await ask('t')).toEqual({ username: 'a', uid: '1', groups: ['g'], extra: { Scope: ['x'] } })
    expect(specs).toEqual([{ token: 't', audiences: [OWN] }])
    expect(await methodOf({ authenticated: true }).ask('t')).toMatchObject({ username: '', groups: [] })
    const extra = { a: null, b: [''] }
    expect(await methodOf({ ...good, user: { extra } }).ask('t')).toMatchObject({ extra })
  })

  it('caches answers for valid and invalid tokens, but no errors', async () => {
    const kept = methodOf({ authenticated: false })
    expect([await kept.ask('t'), await kept.ask('t'), await kept.ask('other')]).toEqual(Array(3).fill(undefined))
    expect(kept.specs).toHaveLength(2)
    kept.clock.advance(120_000)
    await kept.ask('t')
    expect(kept.specs).toHaveLength(3)
    const failing = methodOf({ authenticated: false, error: 'no such token' })
    for (let i = 0; i < 2; i++) await expect(failing.ask('t')).rejects.toThrow('no such token')
    expect(failing.specs).toHaveLength(2)
  })

  it('caches a valid token for ten seconds even when the configured time is 0', async () => {
    const { ask, clock, specs } = methodOf(good, 0)
    await Promise.all([ask('t'), ask('t')])
    clock.advance(9_999)
    await ask('t')
    expect(specs).toHaveLength(1)
    clock.advance(1)
    await ask('t')
    expect(specs).toHaveLength(2)
  })

  it('refuses a token for other audiences', async () => {
    const { ask } = methodOf({ ...good, audiences: ['b', 'c'] })
    expect([await ask('t'), (await ask('t', ['a', 'b']))?.username]).toEqual([undefined, 'a'])
    expect(await methodOf(good).ask('t', ['elsewhere'])).toBeUndefined()
  })
})
