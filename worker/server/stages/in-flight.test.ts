import { expect, it } from 'vitest'
import { virtualClock } from '../../clock/virtual-clock.ts'
import type { Payload } from '../../http/payload.ts'
import { requestLimits, TOO_MANY } from '../../http/request-limits.ts'
import { exchangeOf, later, next } from './exchange-fixture.ts'
import { inFlight } from './in-flight.ts'

it('answers 429 only while the maximum number of reads is in progress', async () => {
  const exchange = exchangeOf({ context: { limits: requestLimits({ maxInFlight: 1 }, virtualClock()) } })
  let finish: (answer: Payload) => void = () => undefined
  const first = inFlight.run(exchange, () => new Promise((resolve) => (finish = resolve)))
  expect(inFlight.run(exchange, next)).toBe(TOO_MANY)
  finish(later)
  await first
  expect(inFlight.run(exchange, next)).toBe(later)
})
