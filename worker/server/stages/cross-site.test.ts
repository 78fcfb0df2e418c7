import { expect, it } from 'vitest'
import { crossSite } from './cross-site.ts'
import { exchangeOf, later, next } from './exchange-fixture.ts'

const headers = { origin: 'https://evil.example' }

it('refuses a write from a page of another origin', () => {
  const context = { cors: { allowsOrigin: () => false } }
  expect(() => crossSite.run(exchangeOf({ method: 'POST', headers, context }), next)).toThrow(
    'a page of another origin',
  )
})

it('lets a write from another origin pass when the server has no CORS policy', () => {
  expect(crossSite.run(exchangeOf({ method: 'POST', headers }), next)).toBe(later)
})
