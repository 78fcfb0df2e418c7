import { describe, expect, it } from 'vitest'
import { drawLine, placeAfter } from './screen-line.ts'

describe('placeAfter', () => {
  it.each([
    ['abc', { row: 0, column: 3 }],
    ['a'.repeat(10), { row: 1, column: 0 }],
    ['a'.repeat(11), { row: 1, column: 1 }],
    ['a\nbc', { row: 1, column: 2 }],
    ['日本', { row: 0, column: 4 }],
    ['a'.repeat(9) + '日', { row: 1, column: 2 }],
  ])('returns the place of the cursor after %j', (text, place) => {
    expect(placeAfter(text, 10)).toEqual(place)
  })
})

describe('drawLine', () => {
  it('moves to the first row, clears the line, and positions the cursor', () => {
    expect(
      drawLine({ prompt: '\x1b[32m$\x1b[0m ', text: 'abcdefghijkl', cursor: 3, columns: 10, cursorRow: 1 }),
    ).toEqual({
      output: '\r\x1b[1A\x1b[J\x1b[32m$\x1b[0m abcdefghijkl\r\x1b[1A\x1b[5C',
      cursorRow: 0,
    })
  })

  it('marks continuation lines of one input', () => {
    expect(drawLine({ prompt: '$ ', text: 'a\nb', cursor: 3, columns: 20, cursorRow: 0 })).toEqual({
      output: '\r\x1b[J$ a\r\n> b\r\x1b[3C',
      cursorRow: 1,
    })
  })
})
