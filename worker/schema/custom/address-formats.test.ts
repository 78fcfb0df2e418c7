import { expect, it } from 'vitest'
import { isUri } from './address-formats.ts'

it.each([
  '*',
  '/x',
  '/x y',
  'a:b%',
  'fe80::1%eth0',
  'http://',
  'http://a/b?c=%zz',
  'urn:x',
  'http://[::1]:80/',
  '//a b',
])('%j is a URI', (text) => expect(isUri(text)).toBe(true))

it.each([
  '',
  'x',
  ':x',
  '1a:b',
  '/a%',
  '/a\n',
  'http://a b/',
  'http://a#b',
  'http://a%41/',
  'http://a:b/',
  'http://a/%zz',
])('%j is no URI', (text) => expect(isUri(text)).toBe(false))
