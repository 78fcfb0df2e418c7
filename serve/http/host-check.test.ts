import { expect, it } from 'vitest'
import { isServedHost } from './host-check.ts'

it.each(['127.0.0.1:8080', 'localhost', 'LOCALHOST:1', 'tabplane.localhost:80', '[::1]:8080', '10.0.0.7', undefined])(
  'answers for %s',
  (host) => {
    expect(isServedHost(host, [])).toBe(true)
  },
)

it.each(['evil.example', 'evil.example:8080', 'localhost.evil.example', '127.0.0.1.evil.example', ''])(
  'does not answer for %j',
  (host) => {
    expect(isServedHost(host, [])).toBe(false)
  },
)

it('answers for a configured name', () => {
  expect(isServedHost('Tabplane.internal.:443', ['tabplane.internal'])).toBe(true)
})
