import { expect, test } from 'vitest'
import { filterFault, hostName, requestFilter } from './proxy-filter.ts'

const defaults = {
  acceptPaths: '^.*',
  rejectPaths: '^/api/.*/pods/.*/exec,^/api/.*/pods/.*/attach',
  acceptHosts: '^localhost$,^127\\.0\\.0\\.1$,^\\[::1\\]$',
  rejectMethods: '^$',
}
const get = { method: 'GET', path: '/version', host: '127.0.0.1:8001' }

test.each([
  ['an ordinary request', {}, {}, true],
  ['the empty path', {}, { path: '' }, true],
  ['exec', {}, { path: '/api/v1/namespaces/a/pods/b/exec' }, false],
  ['attach', {}, { path: '/api/v1/namespaces/a/pods/b/attach' }, false],
  ['a foreign host', {}, { host: 'evil.example' }, false],
  ['a name that begins like an accepted one', {}, { host: 'localhost.evil.example' }, false],
  ['a rejected method', { rejectMethods: 'POST,PUT' }, { method: 'PUT' }, false],
  ['a path that is accepted and rejected', { rejectPaths: '^/v' }, {}, false],
  ['a path outside of the accepted ones', { acceptPaths: '^/api' }, {}, false],
  ['any path without accepted ones', { acceptPaths: '' }, {}, false],
  ['any path without rejected ones', { rejectPaths: '' }, {}, true],
])('decides about %s', (_, lists, request, accepted) => {
  expect(requestFilter({ ...defaults, ...lists })({ ...get, ...request })).toBe(accepted)
})

test('refuses a request when a rejecting expression takes too long', () => {
  const rejectPaths = '(a{0,1000}b){0,1000}c'
  expect(requestFilter({ ...defaults, rejectPaths })({ ...get, path: `/${'a'.repeat(16_000)}` })).toBe(false)
})

test('names the fault of an expression', () => {
  expect(filterFault(defaults)).toBeUndefined()
  expect(filterFault({ ...defaults, acceptHosts: '(' })).toContain('missing closing )')
})

test.each([
  ['localhost', 'localhost'],
  ['localhost:1', 'localhost'],
  ['[::1]', '[::1]'],
  ['[::1]:1', '::1'],
  ['a:b:c', 'a:b:c'],
])('splits the host %s', (header, name) => {
  expect(hostName(header)).toBe(name)
})
