import { expect, it } from 'vitest'
import { isMailAddress } from './mail-address.ts'

it.each([
  'a@b',
  ' a@b.c\t',
  'a@b.c (a (nested) note\\))',
  'A <a@b.c>',
  '"A, B" <a@b.c>',
  'A. B (note) <a@b>',
  '=?utf-8?q?x_y?= <a@b>',
  'A =?koi8-r?q?x?= <a@b>',
  'group: a@b;',
  '"a\\"b"@c',
  'a@[1.2.3.4]',
  'a@ b',
  'é@ü.x',
])('accepts %j', (text) => {
  expect(isMailAddress(text)).toBe(true)
})

it.each([
  '',
  'a',
  'a@b.c\n',
  'a@b.c (note',
  '(note) a@b.c',
  'A, B <a@b>',
  'a@b,c@d',
  'a@[x y]',
  'a@[01.2.3.4]',
  '.a@b',
  'a..b@c',
  '""@c',
  'a@b.',
  'group: a@b, c@d;',
  'group:;',
  '=?koi8-r?q?x?= <a@b>',
  'A <a@b.c> x',
  '<a@b',
])('refuses %j', (text) => {
  expect(isMailAddress(text)).toBe(false)
})
