import { expect, it } from 'vitest'
import { failure, notFound } from '../../api/status.ts'
import { isNamespaceTerminating } from './namespace-terminating.ts'

it('is true only for a refusal with the cause NamespaceTerminating', () => {
  const causes = [{ reason: 'NamespaceTerminating', message: 'namespace x is being terminated', field: '' }]
  const refusal = failure({ code: 403, reason: 'Forbidden', message: 'forbidden', details: { causes } })
  expect(isNamespaceTerminating(refusal)).toBe(true)
  expect(isNamespaceTerminating(notFound({ group: '', resource: 'pods' }, 'a'))).toBe(false)
  expect(isNamespaceTerminating(new Error('NamespaceTerminating'))).toBe(false)
})
