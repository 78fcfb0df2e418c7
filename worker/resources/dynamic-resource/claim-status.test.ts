import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { MAX_FIELD_ERRORS } from '../../api/field-error.ts'
import { dialects } from '../../dialect/dialect.ts'
import { compileRules } from '../notation/compile-rules.ts'
import { claimStatus, schedulingSpec } from './claim-status.ts'
import { errorsOf } from '../rules/rules-fixture.ts'

const rules = compileRules([claimStatus], dialects.svc.spell)
const errors = (status: JsonObject, old: JsonObject = {}): string[] =>
  rules({ metadata: {}, status }, { metadata: {}, status: old }).map(({ field, message }) => `${field}: ${message}`)

const driverName = 'driver.example.com'
const user = { resource: 'pods', name: 'a', uid: '1' }

describe("rules of a claim's status", () => {
  it('require the driver of an allocation', () => {
    expect(errors({ allocation: {}, driverName })).toEqual([])
    expect(errors({ allocation: {} })).toEqual([
      'status.driverName: Required value: must be specified when `allocation` is set',
    ])
  })

  it('accept reservations only of an allocated claim, and several only of a shareable one', () => {
    expect(errors({ reservedFor: [user] })).toEqual([
      'status.reservedFor: Forbidden: may not be specified when `allocated` is not set',
    ])
    const reservedFor = [user, { ...user, uid: '2' }]
    expect(errors({ allocation: {}, driverName, reservedFor })).toEqual([
      'status.reservedFor: Forbidden: may not be reserved more than once',
    ])
    expect(errors({ allocation: { shareable: true }, driverName, reservedFor })).toEqual([])
  })

  it('stop at the limit of errors for data that is too long', () => {
    const data = 'x'.repeat(16 * 1024 + 1)
    const resourceHandles = Array.from({ length: 2 * MAX_FIELD_ERRORS }, () => ({ driverName, data }))
    const found = errors({ allocation: { resourceHandles }, driverName })
    expect(found).toHaveLength(MAX_FIELD_ERRORS)
    expect(found[0]).toBe('status.allocation.resourceHandles[0].data: Too long: may not be longer than 16384')
  })

  it('refuse to withdraw a request for deallocation', () => {
    const allocated = { allocation: {}, driverName }
    expect(errors({ ...allocated, deallocationRequested: true }, allocated)).toEqual([])
    expect(errors(allocated, { ...allocated, deallocationRequested: true })).toEqual([
      'status.deallocationRequested: Forbidden: may not be cleared when `allocation` is set',
    ])
  })
})

it('refuses a node that is listed twice, and a list of more than 128 nodes', () => {
  expect(errorsOf(schedulingSpec, { potentialNodes: ['a', 'a'] })).toEqual([
    'x.potentialNodes[1]: Duplicate value: "a"',
  ])
  const potentialNodes = Array.from({ length: 129 }, (_none, i) => `n${i}`)
  expect(errorsOf(schedulingSpec, { potentialNodes })).toEqual([
    'x.potentialNodes: Too long: may not be longer than 128',
  ])
})
