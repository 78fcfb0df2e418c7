import { expect, it } from 'vitest'
import { operationWords } from './operation-words.ts'

it('names the kind and the subresource of an operation', () => {
  const status = { kind: 'Deployment', subresource: 'status' }
  expect(operationWords('put', 'put', { kind: 'Deployment' })).toBe('replace the specified Deployment')
  expect(operationWords('patch', 'patch', status)).toBe('partially update status of the specified Deployment')
  expect(operationWords('post', 'post', { kind: 'Ingress' })).toBe('create an Ingress')
  expect(operationWords('delete', 'delete', { kind: 'Endpoints' })).toBe('delete Endpoints')
  expect(operationWords('post', 'post', { kind: 'StorageClass' })).toBe('create a StorageClass')
  expect(operationWords('post', 'post', { kind: 'Pod', subresource: 'eviction' })).toBe('create eviction of a Pod')
  expect(operationWords('connect', 'head', { kind: 'Pod', subresource: 'proxy' })).toBe(
    'connect HEAD requests to proxy of Pod',
  )
})
