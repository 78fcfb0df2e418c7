import { expect, it } from 'vitest'
import { setTokenDefaults } from './token-defaults.ts'

it('sets a lifetime of an hour, and keeps a given one', () => {
  const [empty, given] = [{}, { spec: { expirationSeconds: 600 } }]
  setTokenDefaults(empty)
  setTokenDefaults(given)
  expect([empty, given]).toEqual([{ spec: { expirationSeconds: 3600 } }, { spec: { expirationSeconds: 600 } }])
})
