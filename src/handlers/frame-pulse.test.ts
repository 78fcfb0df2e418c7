import { expect, it } from 'vitest'
import { FramePulse } from './frame-pulse.ts'

function start() {
  const tasks: (() => void)[] = []
  const log: string[] = []
  const pulse = new FramePulse({
    ask: () => log.push('ask'),
    after(_ms, task) {
      tasks.push(task)
      return () => tasks.splice(tasks.indexOf(task), 1)
    },
    silent: () => log.push('silent'),
  })
  return { pulse, log, tasks, tick: () => tasks.shift()?.() }
}

it('reports once a frame that does not answer', () => {
  const { log, tasks, tick } = start()
  for (let second = 0; second < 40; second++) tick()
  expect(log.filter((entry) => entry === 'silent')).toHaveLength(1)
  expect(log.at(-1)).toBe('silent')
  expect(tasks).toEqual([])
})

it('reports nothing while answers arrive late', () => {
  const { pulse, log, tick } = start()
  for (let second = 0; second < 100; second++) {
    if (second % 10 === 9) pulse.answered()
    tick()
  }
  expect(log).not.toContain('silent')
})

it('sends nothing after it is stopped', () => {
  const { pulse, tasks } = start()
  pulse.stop()
  expect(tasks).toEqual([])
})
