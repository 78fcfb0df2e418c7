import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FLAGS } from '../../serve/flag-table.ts'
import { meaningOf } from '../../serve/flags.ts'

test('the reference lists the flags of the server, in their order, with their types and their meanings', () => {
  const page = readFileSync(new URL('../../docs/reference/flags.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `--([\w-]+)` +\| (\w+) +\| (.*?) +\|$/gm)].map(([, name, type, meaning = '']) => [
    name,
    type,
    meaning.replaceAll('`', ''),
  ])
  expect(rows).toEqual(Object.entries(FLAGS).map(([name, flag]) => [name, flag.type, meaningOf(flag)]))
})
