import { describe, expect, it } from 'vitest'
import type { Attributes } from '../authorizer.ts'
import { readRules, rulesAllow } from './policy-rules.ts'

const user = { username: 'jane', uid: '', groups: [], extra: {} }
const resource = (verb: string, path: string, name = ''): Attributes => {
  const [own = '', subresource = ''] = path.split('/')
  const place = { group: 'apps', version: 'v1', namespace: 'default', path: '' }
  return { user, verb, resourceRequest: true, resource: own, subresource, name, ...place }
}
const path = (verb: string, at: string): Attributes => ({ ...resource(verb, ''), resourceRequest: false, path: at })
const allows = (rule: Record<string, string[]>, attributes: Attributes): boolean =>
  rulesAllow(readRules([rule]), attributes)

describe('rulesAllow', () => {
  it('matches verb, group and resource exactly or by `*`', () => {
    const rule = { verbs: ['get'], apiGroups: ['apps'], resources: ['deployments'] }
    expect(allows(rule, resource('get', 'deployments'))).toBe(true)
    expect(allows(rule, resource('list', 'deployments'))).toBe(false)
    expect(allows({ ...rule, apiGroups: [''] }, resource('get', 'deployments'))).toBe(false)
    expect(allows({ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }, resource('zap', 'x/y', 'z'))).toBe(true)
  })

  it('treats a subresource as a separate resource', () => {
    const rule = { verbs: ['get'], apiGroups: ['apps'], resources: ['deployments', '*/status'] }
    expect(allows(rule, resource('get', 'deployments/scale'))).toBe(false)
    expect(allows(rule, resource('get', 'replicasets/status'))).toBe(true)
    expect(allows(rule, resource('get', 'replicasets'))).toBe(false)
  })

  it('matches the name by resourceNames, in which an empty entry matches a request without a name', () => {
    const rule = { verbs: ['get'], apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['a', ''] }
    expect(allows(rule, resource('get', 'deployments', 'a'))).toBe(true)
    expect(allows(rule, resource('get', 'deployments', 'b'))).toBe(false)
    expect(allows(rule, resource('get', 'deployments'))).toBe(true)
  })

  it('matches non-resource paths exactly or by prefix', () => {
    const rule = { verbs: ['get'], nonResourceURLs: ['/healthz', '/api/*'] }
    expect(allows(rule, path('get', '/api/v1'))).toBe(true)
    expect(allows(rule, path('get', '/api'))).toBe(false)
    expect(allows(rule, path('post', '/healthz'))).toBe(false)
    expect(allows(rule, resource('get', 'healthz'))).toBe(false)
  })
})
