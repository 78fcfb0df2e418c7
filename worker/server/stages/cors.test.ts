import { expect, it } from 'vitest'
import { cors } from './cors.ts'
import { exchangeOf, later, next } from './exchange-fixture.ts'

const context = { cors: { allowsOrigin: (origin: string) => origin === 'https://shop.example' } }
const from = (origin: string, method = 'GET') => exchangeOf({ method, headers: { origin }, context })

it('adds the headers for an allowed origin to the answer of the later stages', () => {
  const exchange = from('https://shop.example')
  expect(cors.run(exchange, next)).toBe(later)
  expect(exchange.headers[0]).toEqual(['Access-Control-Allow-Origin', 'https://shop.example'])
})

it('answers a preflight request of an allowed origin with 204, without the later stages', () => {
  expect(cors.run(from('https://shop.example', 'OPTIONS'), next)).toMatchObject({ status: 204 })
})

it('adds nothing for any other origin', () => {
  const exchange = from('https://evil.example', 'OPTIONS')
  expect(cors.run(exchange, next)).toBe(later)
  expect(exchange.headers).toEqual([])
})
