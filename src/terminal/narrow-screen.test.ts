import { expect, test } from 'vitest'
import { hiddenSides, tableWidth } from './narrow-screen.ts'

test('counts the widest row of a table, and no line of prose', () => {
  const rows = ['NAME   READY   STATUS', 'web-1   1/1   Running']
  expect(tableWidth(`${rows.join('\r\n')}\r\n`)).toBe(21)
  expect(tableWidth('Error from server (NotFound): pods "a-name-that-is-longer-than-a-phone" not found\n')).toBe(0)
  expect(tableWidth('apiVersion: v1\n    name: web   # indented\n')).toBe(0)
})

test('limits the width of a table', () => {
  expect(tableWidth(`A   B   ${'c'.repeat(1000)}`)).toBe(240)
})

test('a widened screen has hidden parts on the sides to which it scrolls', () => {
  const pane = { clientWidth: 360, scrollWidth: 800 }
  expect(hiddenSides({ ...pane, scrollLeft: 0 })).toEqual({ before: false, after: true })
  expect(hiddenSides({ ...pane, scrollLeft: 100 })).toEqual({ before: true, after: true })
  expect(hiddenSides({ ...pane, scrollLeft: 439.6 })).toEqual({ before: true, after: false })
  expect(hiddenSides({ clientWidth: 360, scrollWidth: 360, scrollLeft: 0 })).toEqual({ before: false, after: false })
})
