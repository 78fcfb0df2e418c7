import { expect, it } from 'vitest'
import { Lifecycle } from '../lifecycle.ts'
import { closed } from './closed.ts'
import { exchangeOf, later, next } from './exchange-fixture.ts'

it('lets requests pass until the server closes, and refuses them from then on', async () => {
  const lifecycle = new Lifecycle(() => Promise.resolve())
  const exchange = exchangeOf({ context: { lifecycle } })
  expect(closed.run(exchange, next)).toBe(later)
  await lifecycle.close()
  expect(() => closed.run(exchange, next)).toThrow('the server is shutting down')
})
