import { expect, it } from 'vitest'
import { asData } from './api-fetch.ts'

it('adds the headers that keep an answer from running as a page or as a script', () => {
  const { headers } = asData(new Response('<script>', { headers: { 'Content-Type': 'text/html' } }))
  expect(Object.fromEntries(headers)).toEqual({
    'content-security-policy': "default-src 'none'",
    'content-type': 'text/html',
    'x-content-type-options': 'nosniff',
  })
})
