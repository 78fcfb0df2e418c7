import { expect, it } from 'vitest'
import { anonymous } from './anonymous.ts'

it('is named after the missing credential when the host trusts its callers', () => {
  expect(anonymous().name).toBe('anonymous')
  expect(anonymous('admin', ['system:masters']).name).toBe('no credentials')
})
