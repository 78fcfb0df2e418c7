import { expect, test } from 'vitest'
import { tableWidth } from './narrow-screen.ts'

test('counts the widest row of a table, and no line of prose', () => {
  const rows = ['NAME   READY   STATUS', 'web-1   1/1   Running']
  expect(tableWidth(`${rows.join('\r\n')}\r\n`)).toBe(21)
  expect(tableWidth('Error from server (NotFound): pods "a-name-that-is-longer-than-a-phone" not found\n')).toBe(0)
  expect(tableWidth('apiVersion: v1\n    name: web   # indented\n')).toBe(0)
})

test('limits the width of a table', () => {
  expect(tableWidth(`A   B   ${'c'.repeat(1000)}`)).toBe(240)
})
