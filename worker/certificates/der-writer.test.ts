import { expect, it } from 'vitest'
import { setOf } from './der-writer.ts'

it('writes the members of a set in the order of their encodings', () => {
  const [a, ab, b] = [Uint8Array.of(1, 1, 5), Uint8Array.of(1, 1, 5, 0), Uint8Array.of(1, 1, 6)]
  expect([...setOf(b, ab, a)].slice(2)).toEqual([...a, ...ab, ...b])
})
