import { expect, it } from 'vitest'
import type { Identity } from '../../authentication/authenticators.ts'
import { authentication } from './authentication.ts'
import { ada, exchangeOf, later, next } from './exchange-fixture.ts'

function unauthenticated(identity: Identity) {
  const cluster = { identify: () => identity } as never
  const exchange = exchangeOf({ context: { cluster } })
  exchange.caller = undefined
  return exchange
}

it('names the caller for the later stages', () => {
  const exchange = unauthenticated({ user: ada, method: 'token' })
  expect(authentication.run(exchange, next)).toBe(later)
  expect(exchange.caller).toBe(ada)
})

it('throws Unauthorized when no method authenticates the caller', () => {
  const exchange = unauthenticated({ user: undefined, faults: ['expired'] })
  expect(() => authentication.run(exchange, next)).toThrow('Unauthorized')
  expect(exchange.caller).toBeUndefined()
})
