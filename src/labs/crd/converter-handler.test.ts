import { expect, it } from 'vitest'
import { converterCode, converterOf } from './converter-handler.ts'

const named = (clientConfig: object) => ({ spec: { conversion: { strategy: 'Webhook', webhook: { clientConfig } } } })

it.each([
  ['by a service', { service: { namespace: 'default', name: 'rooms', path: '/convert' } }, '/convert'],
  ['by a service without a path', { service: { namespace: 'default', name: 'rooms' } }, '/'],
  ['by an address', { url: 'https://rooms.default.svc/convert' }, '/convert'],
])('finds the handler that a definition names %s', (_, config, path) => {
  expect(converterOf(named(config) as never)).toEqual({ service: 'default/rooms', path })
})

it.each([[{}], [named({ url: 'https://example.com/convert' })], [named({ url: 'rooms' })], [null]])(
  'finds none in %j',
  (definition) => {
    expect(converterOf(definition as never)).toBeUndefined()
  },
)

it('writes the names as string literals', () => {
  expect(converterCode({ service: "a'/b", path: '/"\n' })).toContain(`"/\\"\\n": {`)
})
