import { describe, expect, it } from 'vitest'
import { plainText } from './plain-shell.ts'

describe('the text of a command', () => {
  it.each([
    ['title', '\u001b]0;owned\u0007', '^[]0;owned\ufffd'],
    ['clipboard', '\u001b]52;c;ZXZpbA==\u001b\\', '^[]52;c;ZXZpbA==^[\\'],
    ['cursor', 'a\u001b[2Ab', 'a^[[2Ab'],
    ['overwritten line', 'no\ryes', 'no\ufffdyes'],
    ['8-bit sequences', '\u009b31m', '\ufffd31m'],
    ['cleared screen', '\u001b[2J\u001b[H$ ', '^[[2J^[[H$ '],
    ['hidden letters', '\u001b[8mx\u001b[1;08;31my', '^[[8mx^[[1;08;31my'],
    ['order of letters', 'a\u202eb\u2066c\u200f', 'a\ufffdb\ufffdc\ufffd'],
    ['backspace, bell, delete', '\b\u0007\u007f', '\ufffd\ufffd\ufffd'],
  ])('cannot control the terminal: %s', (_, text, shown) => {
    expect(plainText(text)).toBe(shown)
  })

  it.each(['a\tb\r\nc\n', '\u001b[1;31mred\u001b[0m\u001b[38;5;80m', 'ünï ✓ 名'])('keeps %j', (text) => {
    expect(plainText(text)).toBe(text)
  })
})
