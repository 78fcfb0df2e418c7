import { expect, it } from 'vitest'
import { reduceScope } from './handler-scope.ts'

it('removes all names except the names of the language and the harmless ones, including inherited names', () => {
  const inherited = { fetch: 1, crypto: 2, __proto__: { addEventListener: 3, setTimeout: 4 } }
  const scope = { OffscreenCanvas: 5, Blob: 6, Map: 7, URL: 8, __proto__: inherited }
  reduceScope(scope)
  const names: string[] = []
  for (const name in scope) names.push(name)
  expect(names.sort()).toEqual(['Map', 'URL', 'crypto', 'setTimeout'])
  expect('toString' in scope).toBe(true)
})

it('leaves a name that cannot be removed', () => {
  const scope = Object.freeze({ close: 1 })
  expect(() => reduceScope(scope)).not.toThrow()
})

it('keeps the names that the language has in this runtime', () => {
  const own = [
    'Array',
    'BigInt64Array',
    'FinalizationRegistry',
    'Intl',
    'WebAssembly',
    'encodeURIComponent',
    'undefined',
  ]
  const scope = Object.fromEntries(own.map((name) => [name, true]))
  reduceScope(scope)
  expect(Object.keys(scope)).toEqual(own)
})
