import { expect, it } from 'vitest'
import { noDocuments } from '../documents.fixture.ts'
import { converterCode, converterOf, writeConverter } from './converter-handler.ts'

const named = (clientConfig: object) => ({ spec: { conversion: { strategy: 'Webhook', webhook: { clientConfig } } } })

it.each([
  ['by a service', { service: { namespace: 'default', name: 'rooms', path: '/convert' } }, '/convert'],
  ['by a service without a path', { service: { namespace: 'default', name: 'rooms' } }, '/'],
  ['by an address', { url: 'https://rooms.default.svc/convert' }, '/convert'],
])('finds the handler that a definition names %s', (_, config, path) => {
  expect(converterOf(named(config) as never)).toEqual({ service: 'default/rooms', path })
})

it.each([[{}], [named({ url: 'https://example.com/convert' })], [named({ url: 'rooms' })], [null]])(
  'finds no handler in %j',
  (definition) => {
    expect(converterOf(definition as never)).toBeUndefined()
  },
)

it('writes the names as string literals', () => {
  expect(converterCode({ service: "a'/b", path: '/"\n' })).toContain(`"/\\"\\n": {`)
})

it('keeps the handler of a Service, and writes a new one for another Service', () => {
  const { files, documents, shown } = noDocuments()
  const [rooms, desks] = ['default/rooms', 'default/desks'].map((service) => ({ service, path: '/convert' }))
  for (const converter of [rooms, desks, rooms]) if (converter) writeConverter(documents, converter)
  expect(shown).toEqual(['converter.handler.ts', 'converter-2.handler.ts', 'converter.handler.ts'])
  documents.write('converter.handler.ts', files.get('converter.handler.ts')?.replaceAll('"', "'") ?? '')
  if (rooms) writeConverter(documents, rooms)
  expect(shown.at(-1)).toBe('converter.handler.ts')
})
