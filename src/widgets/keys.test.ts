import { describe, expect, it } from 'vitest'
import { keysOf, showKeys } from './keys.ts'

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
})

describe('keys', () => {
  it('writes a key press in the notation of shortcuts', () => {
    expect(keysOf(press('k', { ctrlKey: true }), false)).toBe('Mod-k')
    expect(keysOf(press('S', { ctrlKey: true, shiftKey: true }), false)).toBe('Mod-Shift-s')
    expect(keysOf(press('s', { metaKey: true }), true)).toBe('Mod-s')
    expect(keysOf(press('?', { shiftKey: true }), false)).toBe('?')
    expect(keysOf(press('F6', { shiftKey: true }), false)).toBe('Shift-F6')
    expect(keysOf(press('^', { code: 'Backquote', ctrlKey: true }), false)).toBe('Mod-Backquote')
  })

  it('shows shortcuts in the notation of the platform', () => {
    expect(showKeys('Mod-Shift-s', false)).toBe('Ctrl+Shift+S')
    expect(showKeys('Mod-Shift-s', true)).toBe('⌘⇧S')
    expect(showKeys('Mod-Backquote', false)).toBe('Ctrl+`')
    expect(showKeys('/', false)).toBe('/')
  })
})
