import { describe, expect, it } from 'vitest'
import { quote } from '../api/go-format.ts'
import { TextRefusal, readRequestInfo } from './request-info.ts'

const about = (method: string, url: string): Record<string, unknown> => {
  const { verb, group, version, namespace, resource, name, subresource, resourceRequest } = readRequestInfo(method, url)
  return resourceRequest ? { verb, group, version, namespace, resource, name, subresource } : { verb }
}
const none = { group: '', version: 'v1', namespace: '', name: '', subresource: '' }

it('keeps different invalid bytes of a path different', () => {
  const { name } = readRequestInfo('GET', '/api/v1/namespaces/n/pods/a%ff%c3%a9%e2%82')
  expect(quote(name)).toBe(String.raw`"a\xffé\xe2\x82"`)
})

it('drops the query parameters that Go drops', () => {
  const { query } = readRequestInfo('GET', '/api/v1/pods?limit=1;x=2&a=%zz&b=%41&%zz=1&c')
  expect([...query]).toEqual([
    ['b', 'A'],
    ['c', ''],
  ])
  expect([...readRequestInfo('GET', '/api/v1/pods??a=%').query]).toEqual([])
  expect([...readRequestInfo('GET', '/api/v1/pods??a=1').query]).toEqual([['?a', '1']])
})

describe('readRequestInfo', () => {
  it.each([
    ['GET', '/api/v1/pods', { ...none, verb: 'list', resource: 'pods' }],
    ['GET', '/api/v1/namespaces/', { ...none, verb: 'list', resource: 'namespaces' }],
    ['GET', '/api/v1/namespaces/n', { ...none, verb: 'get', resource: 'namespaces', namespace: 'n', name: 'n' }],
    [
      'PUT',
      '/api/v1/namespaces/n/finalize',
      { ...none, verb: 'update', resource: 'namespaces', namespace: 'n', name: 'n', subresource: 'finalize' },
    ],
    ['POST', '/api/v1/namespaces/n/pods', { ...none, verb: 'create', resource: 'pods', namespace: 'n' }],
    [
      'PATCH',
      '/apis/apps/v1/namespaces/n/deployments/d/scale',
      {
        ...none,
        group: 'apps',
        verb: 'patch',
        resource: 'deployments',
        namespace: 'n',
        name: 'd',
        subresource: 'scale',
      },
    ],
    ['DELETE', '/api/v1/namespaces/n/pods', { ...none, verb: 'deletecollection', resource: 'pods', namespace: 'n' }],
    ['GET', '/api/v1/pods?watch', { ...none, verb: 'watch', resource: 'pods' }],
    ['GET', '/api/v1/pods?watch=False', { ...none, verb: 'list', resource: 'pods' }],
    ['GET', '/api/v1/pods?fieldSelector=metadata.name%3Da', { ...none, verb: 'list', resource: 'pods', name: 'a' }],
    ['GET', '/api/v1/pods?fieldSelector=metadata.name%3Da%3Db', { ...none, verb: 'list', resource: 'pods', name: '' }],
    [
      'GET',
      '/api/v1/pods?fieldSelector=metadata.name%3Da&limit=x',
      { ...none, verb: 'list', resource: 'pods', name: '' },
    ],
    ['GET', '/api/v1/watch/pods', { ...none, verb: 'watch', resource: 'pods' }],
    ['GET', '/api/v1/watch/nodes/n/x', { ...none, verb: 'watch', resource: 'nodes', name: 'n', subresource: 'x' }],
    ['GET', '/api/v1/proxy/nodes/n/x', { ...none, verb: 'proxy', resource: 'nodes', name: 'n' }],
    ['GET', '/api/v1/namespaces//pods', { ...none, verb: 'list', resource: 'pods' }],
    ['FOO', '/api/v1/nodes', { ...none, verb: '', resource: 'nodes' }],
    ['GET', '/%61pi/v1/configmap%73/a', { ...none, verb: 'get', resource: 'configmaps', name: 'a' }],
    ['GET', '/apis/apps/v1', { verb: 'get' }],
    ['FOO', '/healthz', { verb: 'foo' }],
  ])('reads the verb and the place of %s %s', (method, url, expected) => {
    expect(about(method, url)).toEqual(expected)
  })

  it('refuses an unreadable URL with plain text, and a watch path without a resource', () => {
    expect(() => readRequestInfo('GET', '/api/v1/%zz')).toThrow(new TextRefusal(400, '400 Bad Request'))
    expect(() => readRequestInfo('GET', '/api/v1/watch')).toThrow('unable to determine kind and namespace from url')
  })
})
