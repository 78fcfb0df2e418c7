import { expect, it } from 'vitest'
import { contextTimers } from './timers.ts'

/** Timers whose due tasks `turn` calls; it returns the errors that they threw. */
function timersOf() {
  let tasks: (() => void)[] = []
  const timers = contextTimers((_ms, task) => void tasks.push(task))
  const turn = (): string[] => {
    const due = tasks
    tasks = []
    return due.flatMap((task) => {
      try {
        task()
        return []
      } catch (error) {
        return [String(error)]
      }
    })
  }
  return { ...timers, turn }
}

it('calls a timeout once, with its arguments', () => {
  const { setTimeout, turn } = timersOf()
  const calls: unknown[] = []
  setTimeout((...rest) => void calls.push(rest), 5, 'a', 'b')
  turn()
  turn()
  expect(calls).toEqual([['a', 'b']])
})

it('goes on with an interval whose task throws', () => {
  const { setInterval, turn } = timersOf()
  let calls = 0
  setInterval(() => {
    calls++
    throw new Error('no')
  }, 5)
  expect([turn(), turn(), turn()]).toEqual([['Error: no'], ['Error: no'], ['Error: no']])
  expect(calls).toBe(3)
})

it('ends an interval that its task clears', () => {
  const { setInterval, clearInterval, turn } = timersOf()
  let calls = 0
  const id = setInterval(() => {
    calls++
    clearInterval(id)
  }, 5)
  turn()
  turn()
  expect(calls).toBe(1)
})

it('calls no cleared timeout', () => {
  const { setTimeout, clearTimeout, turn } = timersOf()
  let calls = 0
  clearTimeout(setTimeout(() => void calls++, 5))
  turn()
  expect(calls).toBe(0)
})
