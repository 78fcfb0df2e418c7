import { expect, it } from 'vitest'
import { crossSite } from './cross-site.ts'
import { exchangeOf, later, next } from './exchange-fixture.ts'

const headers = { origin: 'https://evil.example' }

it('refuses a request of another origin with 403', () => {
  const context = { cors: { allowsOrigin: () => false } }
  expect(() => crossSite.run(exchangeOf({ method: 'POST', headers, context }), next)).toThrow('a page of another origin')
})

it('lets every request pass when no page of another origin reaches the server', () => {
  expect(crossSite.run(exchangeOf({ method: 'POST', headers }), next)).toBe(later)
})
