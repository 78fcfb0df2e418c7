import { getCommandNames } from 'just-bash/browser'
import { expect, it } from 'vitest'
import { FOLLOWING, LIBRARY_NAMES } from './library-names.ts'

it('offers only commands of the library', () => {
  const known: readonly string[] = getCommandNames()
  expect(LIBRARY_NAMES.filter((name) => !known.includes(name))).toEqual([])
  expect([...FOLLOWING.keys()].filter((name) => name !== 'library-grep' && !known.includes(name))).toEqual([])
})
