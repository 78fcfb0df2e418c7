import { expect, it } from 'vitest'
import { isWrite } from './lasting-storage.ts'

it('counts requests that store something as writes', () => {
  expect(isWrite('POST', '/api/v1/namespaces')).toBe(true)
  expect(isWrite('PATCH', '/api/v1/namespaces/default/configmaps/a?fieldManager=page')).toBe(true)
  expect(isWrite('DELETE', '/api/v1/namespaces/default')).toBe(true)
})

it('does not count reads, reviews and dry runs as writes, so that a first visit needs no permission', () => {
  expect(isWrite('GET', '/api/v1/namespaces')).toBe(false)
  expect(isWrite('POST', '/apis/authentication.svc.io/v1/selfsubjectreviews')).toBe(false)
  expect(isWrite('POST', '/apis/authorization.k8s.io/v1/namespaces/default/localsubjectaccessreviews')).toBe(false)
  expect(isWrite('PATCH', '/api/v1/namespaces/default/configmaps/a?fieldManager=page&dryRun=All')).toBe(false)
})
