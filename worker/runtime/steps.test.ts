import { expect, it } from 'vitest'
import { finish, finishWithPauses, type Steps } from './steps.ts'

function* three(log: string[]): Steps<number> {
  log.push('one')
  yield
  log.push('two')
  yield
  log.push('three')
  return 3
}

it('runs all steps at once', () => {
  const log: string[] = []
  expect(finish(three(log))).toBe(3)
  expect(log).toEqual(['one', 'two', 'three'])
})

it('lets other work run between two steps when a pause is due', async () => {
  const log: string[] = []
  const pauses = [undefined, Promise.resolve().then(() => void log.push('other'))]
  await expect(finishWithPauses(three(log), () => pauses.shift())).resolves.toBe(3)
  expect(log).toEqual(['one', 'two', 'other', 'three'])
})

it('throws what a step throws', async () => {
  function* failing(): Steps<number> {
    yield
    throw new Error('no')
  }
  expect(() => finish(failing())).toThrow('no')
  await expect(finishWithPauses(failing(), () => undefined)).rejects.toThrow('no')
})
