import { expect, it } from 'vitest'
import { unifiedDiff } from './line-diff.ts'

const text = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

// The expected texts are the output of GNU `diff -u`.
it.each([
  ['equal texts', text('a', 'b'), text('a', 'b'), ''],
  ['a changed line', text('a', 'b', 'c'), text('a', 'x', 'c'), '@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n'],
  ['a single line', text('a'), text('b'), '@@ -1 +1 @@\n-a\n+b\n'],
  ['a new file', '', text('a', 'b'), '@@ -0,0 +1,2 @@\n+a\n+b\n'],
  ['a removed file', text('a'), '', '@@ -1 +0,0 @@\n-a\n'],
  [
    'two distant changes',
    text('a', '1', '2', '3', '4', '5', '6', '7', 'b'),
    text('x', '1', '2', '3', '4', '5', '6', '7', 'y'),
    '@@ -1,4 +1,4 @@\n-a\n+x\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+y\n',
  ],
])('prints the hunks of %s', (_, before, after, hunks) => {
  expect(unifiedDiff(before, after)).toBe(hunks)
})
