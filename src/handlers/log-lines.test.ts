import { expect, test } from 'vitest'
import { LogLines, MAX_LINES, type LogLine } from './log-lines.ts'

function written(...batches: readonly (readonly string[])[]): LogLine[][] {
  const changes: LogLine[][] = []
  let task: (() => void) | undefined
  let now = 0
  const log = new LogLines({
    now: () => ++now,
    schedule: (flush) => {
      expect(task).toBeUndefined()
      task = flush
    },
    changed: (lines) => changes.push([...lines]),
  })
  for (const batch of batches) {
    for (const text of batch) log.write(text)
    task?.()
    task = undefined
  }
  return changes
}

test('reports lines of a frame together, each with its number and time', () => {
  expect(written(['a', 'b'], ['c'])).toEqual([
    [
      { number: 1, at: 1, text: 'a' },
      { number: 2, at: 2, text: 'b' },
    ],
    [
      { number: 1, at: 1, text: 'a' },
      { number: 2, at: 2, text: 'b' },
      { number: 3, at: 3, text: 'c' },
    ],
  ])
})

test('keeps the newest lines of a flood', () => {
  const flood = Array.from({ length: 3 * MAX_LINES }, (_, at) => `${at}`)
  const [lines = []] = written(flood)
  expect(lines.map(({ text }) => text)).toEqual(flood.slice(-MAX_LINES))
})
