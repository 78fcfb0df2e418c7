import { describe, expect, it } from 'vitest'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { bootstrapToken } from './bootstrap-token.ts'

const TOKEN = 'abcdef.0123456789abcdef'
const good = { 'token-id': 'abcdef', 'token-secret': '0123456789abcdef', 'usage-bootstrap-authentication': 'true' }

function ask(data: Record<string, string>, token = TOKEN, type = 'bootstrap.svc.io/token') {
  const encoded = Object.fromEntries(Object.entries(data).map(([key, value]) => [key, btoa(value)]))
  const method = bootstrapToken({
    clock: virtualClock(Date.UTC(2024, 0, 1)),
    dialect: dialects.svc,
    secret: (namespace, name) =>
      namespace === 'svc-system' && name === 'bootstrap-token-abcdef' ? { type, data: encoded } : undefined,
  })
  return method.authenticate(token, [])
}

describe('bootstrapToken', () => {
  it('identifies the machine by the secret of its token', () => {
    expect(ask(good)).toEqual({
      username: 'system:bootstrap:abcdef',
      uid: '',
      groups: ['system:bootstrappers'],
      extra: {},
    })
    const groups = 'system:bootstrappers:z,system:bootstrappers:a'
    expect(ask({ ...good, 'auth-extra-groups': groups })).toMatchObject({
      groups: ['system:bootstrappers', 'system:bootstrappers:a', 'system:bootstrappers:z'],
    })
  })

  it.each([
    ['a wrong token-secret', { ...good, 'token-secret': 'aaaaaaaaaaaaaaaa' }],
    ['a wrong token-id', { ...good, 'token-id': 'zzzzzz' }],
    ['a secret for another usage', { ...good, 'usage-bootstrap-authentication': 'yes' }],
    ['a group outside of system:bootstrappers', { ...good, 'auth-extra-groups': 'system:masters' }],
    ['an expiration in the past', { ...good, expiration: '2023-12-31T23:59:59Z' }],
    ['a malformed expiration', { ...good, expiration: 'tomorrow' }],
  ])('returns no user for %s', (_what, data) => {
    expect(ask(data)).toBeUndefined()
  })

  it('ignores other tokens and secrets of other types', () => {
    expect(ask({ ...good, expiration: '2024-01-01T00:00:01Z' })).toBeDefined()
    expect(ask(good, 'abcdef.0123456789ABCDEF')).toBeUndefined()
    expect(ask(good, TOKEN, 'Opaque')).toBeUndefined()
  })
})
