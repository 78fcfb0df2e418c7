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

it('lets other work run before each step for which a pause is due', async () => {
  const log: string[] = []
  const other = (): Promise<void> => Promise.resolve().then(() => void log.push('other'))
  const pauses = [other, undefined, other]
  await expect(finishWithPauses(three(log), () => pauses.shift()?.())).resolves.toBe(3)
  expect(log).toEqual(['other', 'one', 'two', 'other', 'three'])
})

it('returns the result itself when no pause is due', () => {
  expect(finishWithPauses(three([]), () => undefined)).toBe(3)
})

it('throws the error of a step', async () => {
  function* failing(): Steps<number> {
    yield
    throw new Error('no')
  }
  expect(() => finish(failing())).toThrow('no')
  expect(() => finishWithPauses(failing(), () => undefined)).toThrow('no')
  await expect(finishWithPauses(failing(), () => Promise.resolve())).rejects.toThrow('no')
})
