import { expect, it } from 'vitest'
import { StepTimes } from './step-times.ts'

const step = (waitKey: string, after: number) => ({ waitKey, after, apply: () => undefined })
const keys = (steps: readonly { readonly waitKey: string }[]): string[] => steps.map(({ waitKey }) => waitKey)

it('counts the delay of a step from its first appearance, and again after it was absent', () => {
  const times = new StepTimes()
  const look = (now: number, uid = 'u', ...steps: readonly ReturnType<typeof step>[]) => {
    const { due, begun, wait } = times.update('a/p', uid, steps, now)
    return [keys(due), keys(begun), wait]
  }
  expect(look(0, 'u', step('x', 100), step('y', 50))).toEqual([[], ['x', 'y'], 50])
  expect(look(60, 'u', step('x', 100))).toEqual([[], [], 40])
  expect(look(100, 'u', step('x', 100), step('y', 50))).toEqual([['x'], ['y'], 0])
  expect(look(110, 'v', step('x', 100))).toEqual([[], ['x'], 100])
  expect(look(120, 'v')).toEqual([[], [], Infinity])
})
