import { expect, it } from 'vitest'
import { checkRequestUri, escapedPath, isRequestUri, parseUrl, readUrl } from './go-url.ts'

it.each([
  ['HTTP://u:p@Host:80/a%41?b#c', { scheme: 'http', user: 'u:p', host: 'Host:80', path: '/a%41', query: 'b', fragment: 'c' }],
  ['//host/p', { scheme: '', host: 'host', path: '/p' }],
  ['///p', { host: '', path: '///p' }],
  ['http:///p', { host: '', path: '/p' }],
  ['mailto:a@b', { scheme: 'mailto', host: '', path: '' }],
  ['*', { path: '*' }],
  ['http://[fe80::1%25e]:8/', { host: '[fe80::1%e]:8', path: '/' }],
  ['http://a%C3%A9', { host: 'aé' }],
])('reads %s', (text, parts) => expect(parseUrl(text)).toMatchObject(parts)) // prettier-ignore

it.each([
  [':x', 'missing protocol scheme'],
  ['a:b:c/d\n', 'net/url: invalid control character in URL'],
  ['1a:b', 'first path segment in URL cannot contain colon'],
  ['http://a b', 'invalid character " " in host name'],
  ['http://a:b', 'invalid port ":b" after host'],
  ['http://%41', 'invalid URL escape "%41"'],
  ['http://a/%zz', 'invalid URL escape "%zz"'],
  ['http://a#%zz', 'invalid URL escape "%zz"'],
  ['http://a b@c', 'net/url: invalid userinfo'],
  ['http://[::1', "missing ']' in host"],
  ['http://a[::1]', 'invalid IP-literal'],
  ['http://[1.2.3.4]', 'invalid IP-literal'],
  ['http://[x]', 'invalid host: ParseAddr("x"): unable to parse IP'],
])('refuses %s', (text, fault) => expect(() => parseUrl(text)).toThrow(fault))

it('reads a fragment of a request as a part of the host or the path, and refuses a relative one', () => {
  expect(() => checkRequestUri('http://a#b')).toThrow('invalid character "#" in host name')
  expect(() => checkRequestUri('http://a/#b')).not.toThrow()
  expect(() => checkRequestUri('1a:b')).toThrow('invalid URI for request')
  expect(() => checkRequestUri('')).toThrow('empty url')
})

it('escapes a path only when a character needs it', () => {
  expect(escapedPath(parseUrl('http://a/b%41[1]'))).toBe('/b%41[1]')
  expect(escapedPath(parseUrl('http://a/b%41[1] é'))).toBe('/bA%5B1%5D%20%C3%A9')
})

it('quotes a URL with its fragment only for a fault of the fragment', () => {
  expect(readUrl('http://a b#%zz')).toBe('parse "http://a b": invalid character " " in host name')
  expect(readUrl('http://a#%zz')).toBe('parse "http://a#%zz": invalid URL escape "%zz"')
})

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
])('%j is a URI', (text) => expect(isRequestUri(text)).toBe(true))

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
])('%j is no URI', (text) => expect(isRequestUri(text)).toBe(false))

it('decodes a host that is longer than the stack has room for', () => {
  expect(parseUrl(`http://%C3%A9${'b'.repeat(600_000)}`).host).toHaveLength(600_001)
})
