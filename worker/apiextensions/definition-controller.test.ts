import { expect, it, vi } from 'vitest'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { buildCatalog } from '../resources/catalog.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { openStore } from '../store/revisioned-store.ts'
import { plainEncoding } from '../store/store-fixtures.ts'
import { startDefinitionController } from './definition-controller.ts'
import { nextTask } from '../runtime/next-task.ts'

const dialect = dialects.svc
const DEFINITIONS = dialect.spell('apiextensions.{domain}/customresourcedefinitions')

const definition = {
  kind: 'CustomResourceDefinition',
  apiVersion: dialect.spell('apiextensions.{domain}/v1'),
  metadata: { name: 'widgets.example.com', uid: 'u', creationTimestamp: '2024-05-01T10:00:00Z' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
}

it('reports nothing when the store closes before the status of a definition is written', async () => {
  const clock = virtualClock()
  const reported: unknown[] = []
  const store = await openStore({ log: memoryLog(), clock, ...plainEncoding })
  await store.put({ resource: DEFINITIONS, namespace: '', name: 'widgets.example.com' }, definition, 0)
  const report = (error: unknown): void => void reported.push(error)
  startDefinitionController(
    { store, catalog: buildCatalog({ dialect }), clock, dialect, ratchets: true, report },
    DEFINITIONS,
  )
  await store.close()
  // The controller waits for promises only, so all of its work ends before the next task.
  await nextTask()
  expect(reported).toEqual([])
})

it('publishes a definition again only after a change of its spec or its names', async () => {
  const clock = virtualClock()
  const store = await openStore({ log: memoryLog(), clock, ...plainEncoding })
  const key = { resource: DEFINITIONS, namespace: '', name: 'widgets.example.com' }
  const catalog = buildCatalog({ dialect })
  const publish = vi.spyOn(catalog, 'publish')
  const report = (error: unknown): never => {
    throw error
  }
  startDefinitionController({ store, catalog, clock, dialect, ratchets: true, report }, DEFINITIONS)
  await store.put(key, definition, 0)
  await nextTask()
  expect(publish).toHaveBeenCalledTimes(1)

  const change = async (changes: object): Promise<void> => {
    const stored = store.get(key)
    await store.put(key, { ...stored?.object, ...changes }, stored?.revision ?? 0)
    await nextTask()
  }
  await change({ metadata: { ...definition.metadata, labels: { a: 'b' } } })
  await change({ spec: structuredClone(definition.spec) })
  expect(publish).toHaveBeenCalledTimes(1)
  await change({ spec: { ...definition.spec, scope: 'Cluster' } })
  expect(publish).toHaveBeenCalledTimes(2)
})
