import { expect, it } from 'vitest'
import { isForeignNavigation } from './foreign-navigation.ts'

it.each([
  ['navigate', 'POST', '', true],
  ['navigate', 'GET', 'cross-site', true],
  ['navigate', 'GET', 'same-origin', false],
  ['navigate', 'GET', '', false],
  ['cors', 'POST', '', false],
  ['same-origin', 'DELETE', 'same-origin', false],
] as const)('mode %s, method %s, Sec-Fetch-Site "%s": foreign navigation is %s', (mode, method, site, expected) => {
  const headers = new Headers(site === '' ? {} : { 'sec-fetch-site': site })
  expect(isForeignNavigation({ mode, method, headers })).toBe(expected)
})
