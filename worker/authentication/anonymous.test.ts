import { expect, it } from 'vitest'
import { anonymous } from './anonymous.ts'

it('is named "no credentials" when it identifies a caller as a named user', () => {
  expect(anonymous().name).toBe('anonymous')
  expect(anonymous('admin', ['system:masters']).name).toBe('no credentials')
})
