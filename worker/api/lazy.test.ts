import { expect, it } from 'vitest'
import { lazy } from './lazy.ts'

it('loads once, at the first call, and again after a failure', async () => {
  const results = [Promise.reject(new Error('offline')), Promise.resolve('loaded')]
  let loads = 0
  const needed = lazy(() => results[loads++] ?? Promise.reject(new Error('loaded twice')))
  expect(loads).toBe(0)
  await expect(needed()).rejects.toThrow('a part of the server cannot be loaded: Error: offline')
  expect(await Promise.all([needed(), needed()])).toEqual(['loaded', 'loaded'])
  expect(await needed()).toBe('loaded')
  expect(loads).toBe(2)
})
