import { expect, it } from 'vitest'
import { matchingFiles } from './file-patterns.ts'
import type { Files } from './host.ts'

const folders: Readonly<Record<string, readonly string[]>> = { '.': ['a.yaml', 'b.yaml', 'c', 'd.json'], c: ['e.yaml'] }
const files: Pick<Files, 'kind' | 'list'> = {
  kind: (path) => Promise.resolve(folders[path] === undefined ? 'file' : 'directory'),
  list: (path) => Promise.resolve(folders[path] ?? []),
}
const matches = (pattern: string): Promise<string[]> => matchingFiles(files as Files, pattern)

it.each([
  ['*.yaml', ['a.yaml', 'b.yaml']],
  ['[b-d]*', ['b.yaml', 'c', 'd.json']],
  ['[^b]?yaml', ['a.yaml']],
  ['c/*.yaml', ['c/e.yaml']],
  ['*/*', ['c/e.yaml']],
  ['x*', []],
  ['[\\]\\a].yaml', ['a.yaml']],
  ['[\\d].json', ['d.json']],
  ['*.*a*l', ['a.yaml', 'b.yaml']],
  ['**a**m?', ['a.yaml', 'b.yaml']],
  ['*a*a*a*', []],
])('expands %s', async (pattern, found) => {
  expect(await matches(pattern)).toEqual(found)
})

it('refuses a pattern whose set does not end', async () => {
  await expect(matches('[a')).rejects.toThrow('pattern "[a" is not valid: syntax error in pattern')
})

it('compares a pattern of many stars with a long name in a bounded time', async () => {
  const name = 'a'.repeat(300)
  const long: Pick<Files, 'kind' | 'list'> = { ...files, list: () => Promise.resolve([name]) }
  expect(await matchingFiles(long as Files, `${'*a'.repeat(60)}*`)).toEqual([name])
  expect(await matchingFiles(long as Files, `${'*a'.repeat(60)}*b`)).toEqual([])
})
