import { expect, it } from 'vitest'
import { escapeControls } from './escape-controls.ts'

it.each([
  ['title: \x1b]0;mine\x07', 'title: ^[]0;mine\x07'],
  ['\x9b31mred', '\\u009b31mred'],
  ['a\rb', 'a\\rb'],
  ['müller 名\n\tline', 'müller 名\n\tline'],
])('%j is shown as %j', (text, shown) => expect(escapeControls(text)).toBe(shown))
