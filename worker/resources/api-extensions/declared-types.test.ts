import { expect, it } from 'vitest'
import { declaredType } from './declared-types.ts'

it('bounds a text by the longest of more choices than the stack has room for', () => {
  const choices = Array.from({ length: 600_000 }, (_, i) => `x${i}`)
  expect(declaredType({ type: 'string', enum: choices }, false)?.maxElements).toBe('x599999'.length)
})
