import { describe, expect, it } from 'vitest'
import { readKeys } from './keys.ts'
import type { LineState } from './line-editor.ts'
import { acceptSearch, editLine, newLine } from './line-editor.ts'

const history = ['get pods', 'get deploy', 'apply -f shop.yaml']

/** Types keys as a terminal sends them; `|` in the result marks the cursor. */
function typed(...input: string[]): string {
  const state = input.flatMap(readKeys).reduce<LineState>((line, key) => {
    if (key.kind === 'edit') return editLine(line, { kind: key.edit }, history)
    const inserts = key.kind === 'text' || key.kind === 'paste'
    return inserts ? editLine(line, { kind: 'insert', text: key.text }, history) : line
  }, newLine(history))
  return `${state.text.slice(0, state.cursor)}|${state.text.slice(state.cursor)}`
}

const [UP, DOWN, LEFT] = ['\x1b[A', '\x1b[B', '\x1b[D']

describe('typing', () => {
  it.each([
    [['abc'], 'abc|'],
    [['abc', LEFT, LEFT, 'X'], 'aX|bc'],
    [['abc', '\x01', 'X'], 'X|abc'],
    [['abc', '\x01', '\x05', 'X'], 'abcX|'],
    [['get pods', '\x17'], 'get |'],
    [['get pods', '\x1b[1;5D', '\x0b'], 'get |'],
    [['get pods', '\x15', '\x19', '\x19'], 'get podsget pods|'],
    [['abc', '\x1b[H', '\x1b[3~'], '|bc'],
    [['é🙂', '\x7f'], 'é|'],
    [['ab', '\x7f', '\x7f', '\x7f'], '|'],
  ])('%j gives %s', (input, line) => {
    expect(typed(...input)).toBe(line)
  })
})

describe('history', () => {
  it('moves through the history and keeps the typed line', () => {
    expect(typed('dra', UP)).toBe('apply -f shop.yaml|')
    expect(typed('dra', UP, UP, UP, UP)).toBe('get pods|')
    expect(typed('dra', UP, UP, DOWN, DOWN)).toBe('dra|')
    expect(typed('dra', DOWN)).toBe('dra|')
  })

  it('searches with Ctrl-R, continues with the next Ctrl-R, and cancels with Ctrl-G', () => {
    expect(typed('\x12', 'get')).toBe('|get deploy')
    expect(typed('\x12', 'get', '\x12')).toBe('|get pods')
    expect(typed('dra', '\x12', 'get', '\x07')).toBe('dra|')
    expect(typed('\x12', 'get', '\x05')).toBe('get deploy|')
    const found = editLine(
      editLine(newLine(history), { kind: 'search' }, history),
      { kind: 'insert', text: 'shop' },
      history,
    )
    expect(acceptSearch(found)).toMatchObject({ text: 'apply -f shop.yaml' })
    expect(acceptSearch(found).search).toBeUndefined()
  })
})

describe('readKeys', () => {
  it('returns a paste as one item without control characters', () => {
    expect(readKeys('\x1b[200~a\r\nb\x1b[31m\tc\x1b[201~x')).toEqual([
      { kind: 'paste', text: 'a\nb[31m  c' },
      { kind: 'text', text: 'x' },
    ])
  })

  it('distinguishes an escape from unsupported sequences', () => {
    expect(readKeys('\x1b')).toEqual([{ kind: 'escape' }])
    expect(readKeys('\x1b[15~a')).toEqual([{ kind: 'text', text: 'a' }])
    expect(readKeys('a\r')).toEqual([{ kind: 'text', text: 'a' }, { kind: 'enter' }])
  })
})
