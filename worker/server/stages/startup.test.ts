import { expect, it } from 'vitest'
import { Lifecycle } from '../lifecycle.ts'
import { exchangeOf, later, next } from './exchange-fixture.ts'
import { startup } from './startup.ts'

it('starts the cluster with the first request, and passes later ones at once', async () => {
  const exchange = exchangeOf()
  await expect(startup.run(exchange, next)).resolves.toBe(later)
  expect(startup.run(exchange, next)).toBe(later)
})

it('refuses with 503 when the cluster cannot start, and reports the error', async () => {
  const reported: unknown[] = []
  const error = new Error('no bootstrap policy')
  const lifecycle = new Lifecycle(() => Promise.reject(error))
  const exchange = exchangeOf({ context: { lifecycle, report: (one) => void reported.push(one) } })
  await expect(startup.run(exchange, next)).rejects.toMatchObject({ code: 503 })
  expect(reported).toEqual([error])
})
