import { expect, test } from 'vitest'
import type { StatusDetails } from '../../worker/api/status.ts'
import { ApiError } from '../api/api-error.ts'
import { faultsOf } from './server-faults.ts'

const error = (details: StatusDetails) =>
  new ApiError({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'whole text',
    code: 422,
    details,
  })

test('each cause with a field is a mark of its own', () => {
  const faults = faultsOf(
    error({
      causes: [
        { reason: 'FieldValueRequired', field: 'spec.selector', message: 'Required value' },
        { reason: 'FieldManagerConflict', field: '.spec.replicas', message: 'conflict with "x" using v1' },
      ],
    }),
  )
  expect(faults).toEqual([
    { path: ['spec', 'selector'], atKey: false, severity: 'error', message: 'Required value' },
    { path: ['spec', 'replicas'], atKey: false, severity: 'warning', message: 'conflict with "x" using v1' },
  ])
})

test('without fields the whole text stands at the name', () => {
  expect(faultsOf(error({}))).toEqual([
    { path: ['metadata', 'name'], atKey: false, severity: 'error', message: 'whole text' },
  ])
})
