import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { finishedAt, NO_FAILURES, recordFailures, remainingBackoff } from './failure-backoff.ts'

const at = (second: number): string => `2024-05-01T10:00:${String(second).padStart(2, '0')}Z`
const ms = (second: number): number => Date.parse(at(second))
const pod = (created: number, status: JsonObject = {}, metadata: JsonObject = {}) => ({
  metadata: { creationTimestamp: at(created), ...metadata },
  status,
})
const ended = (second: number) => ({ state: { terminated: { exitCode: 1, finishedAt: at(second) } } })

describe('the end time of a pod', () => {
  const ready = { type: 'Ready', status: 'False', lastTransitionTime: at(4) }
  it.each([
    ['is the end of its last container', pod(1, { containerStatuses: [ended(6), ended(7)], conditions: [ready] }), 7],
    [
      'is the time at which it became unready',
      pod(1, { containerStatuses: [ended(6), { state: {} }], conditions: [ready] }),
      4,
    ],
    ['is the start of its deletion', pod(1, {}, { deletionTimestamp: at(39), deletionGracePeriodSeconds: 30 }), 9],
    ['is its creation when no other time is set', pod(1, { conditions: [{ ...ready, status: 'True' }] }), 1],
  ])('%s', (_, it, second) => expect(finishedAt(it)).toBe(ms(second)))
})

describe('the record of failures', () => {
  it('counts failures and resets on a success', () => {
    const twice = recordFailures(NO_FAILURES, [], [pod(5), pod(3)])
    expect(twice).toEqual({ failures: 2, lastFailure: ms(5) })
    expect(recordFailures(twice, [], [])).toBe(twice)
    expect(recordFailures(twice, [], [pod(8)])).toEqual({ failures: 3, lastFailure: ms(8) })
    expect(recordFailures(twice, [pod(6)], [])).toEqual(NO_FAILURES)
    expect(recordFailures(twice, [pod(6)], [pod(6), pod(7)])).toEqual({ failures: 1, lastFailure: ms(7) })
  })

  it('doubles the delay, up to ten minutes', () => {
    const after = (failures: number) => remainingBackoff({ failures, lastFailure: 0 }, 1000)
    expect([0, 1, 2, 3, 7, 8, 60].map(after)).toEqual([0, 9000, 19_000, 39_000, 599_000, 599_000, 599_000])
    expect(remainingBackoff({ failures: 1, lastFailure: 0 }, 20_000)).toBe(0)
  })
})
