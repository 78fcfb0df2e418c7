import { expect, test } from 'vitest'
import { proxyRoute, type ProxyRules } from './proxy-routes.ts'

const rules: ProxyRules = { apiPrefix: '/', filePrefix: '/static/', serverPath: '', accepts: undefined }
const route = (target: string, own: Partial<ProxyRules> = {}) =>
  proxyRoute({ ...rules, ...own }, { method: 'GET', target, host: 'localhost' })

test.each([
  ['/api/v1/pods?limit=1', {}, '/api/v1/pods?limit=1'],
  ['/', {}, '/'],
  ['/api/a%2fb', {}, '/api/a%2fb'],
  ['http://other/version', {}, '/version'],
  ['/custom/api?x', { apiPrefix: '/custom/' }, '/api?x'],
  ['/custom/', { apiPrefix: '/custom/' }, '/'],
  ['/api/v1', { apiPrefix: '/api/' }, '/api/v1'],
  ['/api', { serverPath: '/base' }, '/base/api'],
])('sends %s to the server', (target, own, expected) => {
  expect(route(target, own)).toEqual({ kind: 'server', target: expected })
})

test.each([
  ['/api//v1?a', '/api/v1?a'],
  ['/static/../../etc', '/etc'],
  ['/static', '/static/'],
])('redirects %s', (target, location) => {
  expect(route(target)).toEqual({ kind: 'moved', location })
})

test('chooses files by the longer prefix, without a path out of the folder', () => {
  expect(route('/static/a/?x')).toEqual({ kind: 'file', path: 'a/', query: '?x' })
  expect(route('/static/%2e%2e/%2e%2e/etc/passwd')).toEqual({ kind: 'file', path: 'etc/passwd', query: '' })
})

test('refuses unreadable targets, other paths and filtered requests', () => {
  const code = (...args: Parameters<typeof route>) => {
    const found = route(...args)
    return found.kind === 'refusal' ? found.code : found.kind
  }
  expect(code('/a%zz')).toBe(400)
  expect(code('*')).toBe(400)
  expect(code('/other', { apiPrefix: '/custom/' })).toBe(404)
  expect(code('/other', { apiPrefix: 'custom/' })).toBe(404)
  expect(code('/version', { accepts: () => false })).toBe(403)
  expect(code('/static/a', { accepts: () => false })).toBe('file')
})

test('filters the decoded path below the prefix by the host of the request', () => {
  const seen: unknown[] = []
  const accepts = (request: unknown) => seen.push(request) > 0
  route('/custom/a%2Fb', { apiPrefix: '/custom/', accepts })
  route('http://other:1/', { accepts })
  expect(seen).toEqual([
    { method: 'GET', path: '/a/b', host: 'localhost' },
    { method: 'GET', path: '', host: 'other:1' },
  ])
})
