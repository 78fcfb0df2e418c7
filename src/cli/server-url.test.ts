import { expect, it } from 'vitest'
import { requestName, serverUrl, unfitUrl, urlFault } from './server-url.ts'

it('adds the scheme that an address lacks', () => {
  expect(serverUrl('localhost:1')).toBe('http://localhost:1')
  expect(serverUrl(':1')).toBe('http://:1')
  expect(serverUrl('https://h/base/')).toBe('https://h/base')
})

it('keeps no query, no fragment and no double slash', () => {
  expect(serverUrl('HTTP://h:1?x=y')).toBe('http://h:1')
  expect(serverUrl('h:1#f')).toBe('http://h:1')
  expect(serverUrl('http://h:')).toBe('http://h')
  expect(serverUrl('http://é:1')).toBe('http://%C3%A9:1')
  expect(serverUrl('http://h//a b//')).toBe('http://h/a%20b')
})

it('refuses a text that is not an address', () => {
  expect(() => serverUrl('http://')).toThrow('host must be a URL or a host:port pair: "http://"')
  expect(() => serverUrl('a b')).toThrow('Unable to connect to the server: invalid character " " in host name')
  expect(() => serverUrl('h:x')).toThrow('invalid port ":x" after host')
  for (const text of ['http://h:x', 'http://[::1', 'http://a b'])
    expect(() => serverUrl(text)).toThrow(`host must be a URL or a host:port pair: "${text}"`)
  expect(() => serverUrl('http://h/%zz')).toThrow('invalid URL escape "%zz"')
  expect(unfitUrl('http://h:99999/api')).toBe('dial tcp: address 99999: invalid port')
  expect(unfitUrl('http://256.1.1.1:1/api')).toBe('dial tcp: lookup 256.1.1.1: no such host')
  for (const host of ['1.2.3', '-a', 'a..b', 'a,b', 'a<b', 'a'.repeat(64), '0x7f.1'])
    expect(unfitUrl(`http://${host}:1/api`)).toBe(
      host === '0x7f.1' ? undefined : `dial tcp: lookup ${host}: no such host`,
    )
  for (const host of ['a_b', 'A.', 'x-1.y', '127.0.0.1', '[::1]', 'xn--9ca'])
    expect(unfitUrl(`http://${host}:1/api`)).toBeUndefined()
  expect(unfitUrl('ftp://x/api')).toBe('unsupported protocol scheme "ftp"')
  expect(unfitUrl('http://h/api')).toBeUndefined()
})

it('hides the password in the name of a request', () => {
  expect(requestName('GET', 'http://user:pw@h/api')).toBe('Get "http://user:***@h/api"')
})

it.each([
  ['http://%zz', 'invalid URL escape "%zz"'],
  ['http://h/a%2', 'invalid URL escape "%2"'],
  ['http://a b/', 'invalid character " " in host name'],
  ['http://h:x/', 'invalid port ":x" after host'],
  ['http://h/%20?a=%zz', undefined],
  ['http://a%20b/', 'invalid URL escape "%20"'],
  ['http://a%25b/', undefined],
  ['http://a<b/', undefined],
])('reads %s as Go does', (url, fault) => {
  expect(urlFault(url)).toBe(fault)
})
