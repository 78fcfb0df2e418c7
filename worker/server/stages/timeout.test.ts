import { expect, it } from 'vitest'
import { virtualClock } from '../../clock/virtual-clock.ts'
import { requestLimits } from '../../http/request-limits.ts'
import { exchangeOf, later, next } from './exchange-fixture.ts'
import { timeout } from './timeout.ts'

it('passes requests without a deadline unchanged', () => {
  const exchange = exchangeOf()
  const { request } = exchange
  expect(timeout.run(exchange, next)).toBe(later)
  expect(exchange.request).toBe(request)
})

it('aborts the work at the deadline, and refuses with 504', async () => {
  const clock = virtualClock()
  const exchange = exchangeOf({ context: { clock, limits: requestLimits({}, clock) } })
  exchange.deadline = 1000
  const answer = timeout.run(exchange, () => new Promise(() => undefined))
  clock.advance(1000)
  await expect(answer).rejects.toMatchObject({ code: 504 })
  expect(exchange.request.signal.aborted).toBe(true)
})
