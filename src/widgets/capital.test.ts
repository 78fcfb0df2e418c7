import { expect, test } from 'vitest'
import { capital } from './capital.ts'

test('the first letter becomes a capital, the others stay', () => {
  expect(['beginner', 'statusText', ''].map(capital)).toEqual(['Beginner', 'StatusText', ''])
})
