import { expect, it } from 'vitest'
import { sharedAnswer } from './shared-answer.ts'

function questions() {
  const asked: { resolve(answer: number): void; reject(error: Error): void }[] = []
  const ask = sharedAnswer(() => new Promise<number>((resolve, reject) => asked.push({ resolve, reject })))
  return { asked, ask }
}

it('gives callers during a call the answer of the next one, which they share', async () => {
  const { asked, ask } = questions()
  const first = ask()
  const late = [ask(), ask()]
  expect(asked.length).toBe(1)
  asked[0]?.resolve(1)
  expect(await first).toBe(1)
  await expect.poll(() => asked.length).toBe(2)
  const later = [ask(), ask()]
  asked[1]?.resolve(2)
  expect(await Promise.all(late)).toEqual([2, 2])
  await expect.poll(() => asked.length).toBe(3)
  asked[2]?.resolve(3)
  expect(await Promise.all(later)).toEqual([3, 3])
  const alone = ask()
  expect(asked.length).toBe(4)
  asked[3]?.resolve(4)
  expect(await alone).toBe(4)
})

it('rejects for all waiting callers, and calls again for later ones', async () => {
  const { asked, ask } = questions()
  const all = [ask(), ask(), ask()].map((answer) => expect(answer).rejects.toThrow('away'))
  asked[0]?.reject(new Error('away'))
  await Promise.all(all)
  const again = ask()
  asked[1]?.resolve(1)
  expect(await again).toBe(1)
})
