import { expect, it } from 'vitest'
import { EDIT, editScript } from './edit-script.ts'

const edits = (before: string, after: string): string =>
  [
    ...editScript(before.length, after.length, (x, y) =>
      before[x] === after[y] ? { same: 1, different: 0 } : { same: 0, different: 2 },
    ),
  ]
    .map((edit) => 'imr+'.charAt(edit))
    .join('')

it.each([
  ['', '', ''],
  ['a', 'a', 'i'],
  ['', 'ab', '++'],
  ['abc', 'ac', 'iri'],
  ['abc', 'abxc', 'ii+i'],
])('finds the edits from %o to %o', (before, after, expected) => {
  expect(edits(before, after)).toBe(expected)
})

it('reports similar elements as modified', () => {
  expect(editScript(1, 1, () => ({ same: 0, different: 1 }))).toEqual(Uint8Array.of(EDIT.modified))
})
