import { expect, it } from 'vitest'
import type { ApiObject } from '../../../api/object.ts'
import { containerEnvironment, expanded } from './container-environment.ts'

const service = (name: string): ApiObject => ({
  kind: 'Service',
  metadata: { name, namespace: 'default' },
  spec: { clusterIP: '10.0.0.1', ports: [{ port: 443, protocol: 'TCP' }] },
})

const hosts = (namespace: string, spec: ApiObject): readonly string[] => {
  const pod = { metadata: { name: 'a', namespace }, spec }
  const environment = containerEnvironment(
    pod,
    {},
    {
      find: () => undefined,
      services: (of) => (of === 'default' ? [service('kubernetes'), service('web')] : []),
      node: () => undefined,
    },
  )
  return [...environment.keys()].filter((name) => name.endsWith('_SERVICE_HOST'))
}

it.each([
  ['default', {}, ['KUBERNETES_SERVICE_HOST', 'WEB_SERVICE_HOST']],
  ['default', { enableServiceLinks: false }, ['KUBERNETES_SERVICE_HOST']],
  ['shop', {}, ['KUBERNETES_SERVICE_HOST']],
  ['shop', { enableServiceLinks: false }, ['KUBERNETES_SERVICE_HOST']],
])('a pod in %s with %j has the variables %j of services', (namespace, spec, expected) => {
  expect(hosts(namespace, spec)).toEqual(expected)
})

it('expands variables that refer to variables up to a million characters', () => {
  const env = Array.from({ length: 40 }, (_, index) => ({
    name: `V${index}`,
    value: index === 0 ? '0123456789' : `$(V${index - 1})$(V${index - 1})`,
  }))
  const pod = { metadata: { name: 'a', namespace: 'shop' }, spec: {} }
  const sources = { find: () => undefined, services: () => [], node: () => undefined }
  const values = containerEnvironment(pod, { env }, sources)
  expect(values.get('V3')).toBe('0123456789'.repeat(8))
  expect(Math.max(...[...values.values()].map(({ length }) => length))).toBeLessThan(1_100_000)
  expect(expanded('$(A) $$(A) $(B)', (name) => (name === 'A' ? 'x' : undefined))).toBe('x $(A) $(B)')
})
