import { describe, expect, it } from 'vitest'
import { StatusError } from '../api/status.ts'
import { dialects } from '../dialect/dialect.ts'
import { buildCatalog } from '../resources/catalog.ts'
import { readRequestInfo } from './request-info.ts'
import { routeResource } from './route.ts'

const catalog = buildCatalog({ dialect: dialects.k8s })

function answer(method: string, url: string): string | number {
  try {
    const { action, target } = routeResource(readRequestInfo(method, url), catalog)
    return [action, target.namespace, target.name, target.subresource?.name].filter(Boolean).join(' ')
  } catch (error) {
    if (error instanceof StatusError) return error.code
    throw error
  }
}

describe('routeResource', () => {
  it.each([
    ['GET', '/api/v1/pods', 'list'],
    ['GET', '/api/v1/pods?watch=1', 'watch'],
    ['GET', '/api/v1/watch/namespaces/n/pods/p', 'watch n p'],
    ['GET', '/api/v1/namespaces/n', 'get n'],
    ['PUT', '/api/v1/namespaces/n/status', 'update n status'],
    ['DELETE', '/api/v1/namespaces/n/pods', 'deletecollection n'],
    ['POST', '/api/v1/namespaces/n/pods/p/eviction', 'create n p eviction'],
    ['GET', '/apis/apps/v1/namespaces/n/deployments/d/scale', 'get n d scale'],
    ['GET', '/api/v1/namespaces/n/pods/p?watch=1', 'get n p'],
    ['GET', '/api/v1/namespaces/n/pods/p/log', 'connect n p log'],
    ['POST', '/api/v1/namespaces/n/pods/p/exec', 'connect n p exec'],
    ['HEAD', '/api/v1/namespaces/n/services/s:http/proxy/a/b', 'connect n s:http proxy'],
    ['GET', '/api/v1/nodes/n/proxy/stats', 'connect n proxy'],
  ])('%s %s does %s', (method, url, expected) => {
    expect(answer(method, url)).toBe(expected)
  })

  it.each([
    ['POST', '/api/v1/configmaps', 405],
    ['DELETE', '/api/v1/namespaces', 405],
    ['HEAD', '/api/v1/nodes', 405],
    ['PUT', '/api/v1/nodes', 405],
    ['DELETE', '/api/v1/namespaces/n/pods/p/status', 405],
    ['POST', '/api/v1/watch/namespaces/n/pods', 405],
    ['GET', '/apis/authentication.k8s.io/v1/tokenreviews', 405],
    ['PUT', '/apis/authentication.k8s.io/v1/tokenreviews/x', 404],
    ['GET', '/api/v1/pods/p', 404],
    ['GET', '/api/v1/watch/configmaps/a', 404],
    ['GET', '/api/v1/namespaces/n/nodes', 404],
    ['GET', '/api/v1/namespaces/n/configmaps/a/status', 404],
    ['GET', '/api/v1/namespaces/n/configmaps/a/b/c', 404],
    ['GET', '/api/v1/namespaces/n/configmaps//a', 404],
    ['GET', '/api/v1/namespaces/n/pods//log', 400],
    ['PUT', '/api/v1/namespaces//status', 400],
    ['DELETE', '/api/v1/nodes//status', 405],
    ['GET', '/api/v1/namespaces/n//configmaps/a', 404],
    ['GET', '/apis/apps/v1beta1/deployments', 404],
  ])('%s %s is a %d', (method, url, expected) => {
    expect(answer(method, url)).toBe(expected)
  })
})
