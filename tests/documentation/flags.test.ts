import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FLAGS } from '../../serve/flags.ts'

test('the reference lists the flags of the server, in their order and with their types', () => {
  const page = readFileSync(new URL('../../docs/reference/flags.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `--([\w-]+)` +\| (\w+)/gm)].map(([, name, type]) => [name, type])
  expect(rows).toEqual(Object.entries(FLAGS).map(([name, { type }]) => [name, type]))
})
