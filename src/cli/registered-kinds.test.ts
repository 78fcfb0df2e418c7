import { expect, it } from 'vitest'
import { dialects } from '../../worker/dialect/dialect.ts'
import { registeredKinds } from './registered-kinds.ts'
import { decoding } from './typed-objects.ts'

it.each([
  ['apps/v1', 'Deployment', true],
  ['extensions/v1beta1', 'Deployment', true],
  ['rbac.authorization.k8s.io/v1beta1', 'Role', true],
  ['extensions/v1beta1', 'Job', false],
  ['example.com/v1', 'Widget', false],
  ['apiextensions.k8s.io/v1', 'CustomResourceDefinition', false],
])('has a Go struct for %s %s: %s', async (apiVersion, kind, expected) => {
  const isRegistered = await registeredKinds(dialects.k8s)
  expect(isRegistered({ apiVersion, kind })).toBe(expected)
})

it('refuses an object of a file that no Go struct can hold, with the name of the file', async () => {
  const decode = await decoding(dialects.k8s)
  const configMap = { apiVersion: 'v1', kind: 'ConfigMap', data: { x: true } }
  expect(() => decode(configMap, 'a.yaml')).toThrow('unable to decode "a.yaml": json: cannot unmarshal')
  expect(() => decode({ apiVersion: 'x.y/v1', kind: 'Foo' }, 'a.yaml')).toThrow(
    'unable to decode "a.yaml": no kind "Foo" is registered for version "x.y/v1"',
  )
  expect(decode({ apiVersion: 'v1', kind: 'ConfigMap', data: { x: 'y' } }, 'a.yaml')).toMatchObject({
    data: { x: 'y' },
  })
})
