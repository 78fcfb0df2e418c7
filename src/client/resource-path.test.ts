import { describe, expect, it } from 'vitest'
import { parseResourcePath, resourcePath } from './resource-path.ts'

const pods = { group: '', version: 'v1', resource: 'pods', namespace: '', name: '' }

describe('resource path', () => {
  it.each([
    [pods, '/api/v1/pods'],
    [{ ...pods, namespace: 'shop' }, '/api/v1/namespaces/shop/pods'],
    [{ ...pods, namespace: 'shop', name: 'a' }, '/api/v1/namespaces/shop/pods/a'],
    [{ group: '', version: 'v1', resource: 'namespaces', namespace: '', name: 'shop' }, '/api/v1/namespaces/shop'],
    [{ group: 'apps', version: 'v1', resource: 'deployments', namespace: '', name: '' }, '/apis/apps/v1/deployments'],
    [
      { group: 'rbac', version: 'v1', resource: 'roles', namespace: 'a', name: 'x:y/z' },
      '/apis/rbac/v1/namespaces/a/roles/x%3Ay%2Fz',
    ],
  ])('is written and read back', (ref, path) => {
    expect(resourcePath(ref)).toBe(path)
    expect(parseResourcePath(path)).toEqual(ref)
  })

  it.each(['', '/', '/api', '/apis/apps', '/other/v1/pods', '/api/v1/pods/a/b/c', '/api/v1//pods', '/api/v1/%E0%A4%A'])(
    'does not read %s',
    (path) => expect(parseResourcePath(path)).toBeUndefined(),
  )
})
