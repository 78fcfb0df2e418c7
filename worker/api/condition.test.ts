import { expect, test } from 'vitest'
import { findCondition, transitionTime, withCondition } from './condition.ts'

const [EARLIER, NOW] = ['2024-05-01T10:00:00Z', '2024-05-01T11:00:00Z']
const ready = { type: 'Ready', status: 'True', lastTransitionTime: EARLIER, reason: 'Started' }
const other = { type: 'Progressing', status: 'True', lastTransitionTime: EARLIER }

test('appends a condition of a new type', () => {
  expect(withCondition([other], { ...ready, lastTransitionTime: NOW })).toEqual([
    other,
    { ...ready, lastTransitionTime: NOW },
  ])
})

test('keeps place and time of a condition whose status stays the same', () => {
  const next = { type: 'Ready', status: 'True', lastTransitionTime: NOW, reason: 'Restarted' }
  expect(withCondition([ready, other], next)).toEqual([{ ...next, lastTransitionTime: EARLIER }, other])
})

test('takes the new time when the status changes or the old time is missing', () => {
  const next = { type: 'Ready', status: 'False', lastTransitionTime: NOW, reason: 'Stopped' }
  expect(withCondition([ready], next)).toEqual([next])
  expect(withCondition<object>([{ ...next, lastTransitionTime: null }], { ...next })).toEqual([next])
})

test('leaves the given list and its order of fields alone', () => {
  const list = Object.freeze([Object.freeze({ ...ready })])
  const [written] = withCondition(list, { ...ready, lastTransitionTime: NOW })
  expect(JSON.stringify(written)).toBe(JSON.stringify(ready))
})

test('finds a condition by its type and skips items that are not objects', () => {
  expect(findCondition([null, 'Ready', ready], 'Ready')).toBe(ready)
  expect(findCondition([ready], 'Available')).toBeUndefined()
})

test('keeps the transition time only while the status stays the same', () => {
  expect(transitionTime(ready, 'True', NOW)).toBe(EARLIER)
  expect(transitionTime(ready, 'False', NOW)).toBe(NOW)
  expect(transitionTime(undefined, 'True', NOW)).toBe(NOW)
})
