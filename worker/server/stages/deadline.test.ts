import { expect, it } from 'vitest'
import { deadline } from './deadline.ts'
import { exchangeOf, next } from './exchange-fixture.ts'

it('reads the timeout of a request in milliseconds', () => {
  const exchange = exchangeOf({ url: '/api/v1/pods?timeout=2s' })
  void deadline.run(exchange, next)
  expect(exchange.deadline).toBe(2000)
})

it('refuses a malformed timeout', () => {
  expect(() => deadline.run(exchangeOf({ url: '/api/v1/pods?timeout=soon' }), next)).toThrow('invalid timeout')
})
