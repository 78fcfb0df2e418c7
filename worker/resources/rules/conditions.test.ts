import { describe, expect, it } from 'vitest'
import { conditions } from './conditions.ts'
import { errorsOf } from './rules-fixture.ts'

const good = { type: 'Ready', status: 'True', lastTransitionTime: '2024-05-01T10:00:00Z', reason: 'Because' }

describe('conditions', () => {
  it('accept valid conditions', () =>
    expect(errorsOf(conditions, { conditions: [good, { ...good, type: 'Other' }] })).toEqual([]))

  it('require their fields', () => {
    expect(errorsOf(conditions, { conditions: [{ type: 'Ready', status: 'Maybe' }] })).toEqual([
      'x.conditions[0].status: Unsupported value: "Maybe": supported values: "False", "True", "Unknown"',
      'x.conditions[0].lastTransitionTime: Required value: must be set',
      'x.conditions[0].reason: Required value: must be set',
    ])
  })

  it('refuse a repeated type', () => {
    expect(errorsOf(conditions, { conditions: [good, good] })).toEqual([
      'x.conditions[1].type: Duplicate value: "Ready"',
    ])
  })

  it('limit the message and the form of the reason', () => {
    const [reason, message] = errorsOf(conditions, {
      conditions: [{ ...good, reason: 'not so', message: 'm'.repeat(32769) }],
    })
    expect(reason).toMatch(/^x\.conditions\[0\]\.reason: Invalid value: "not so": a condition reason must start/)
    expect(message).toBe('x.conditions[0].message: Too long: must have at most 32768 bytes')
  })
})
