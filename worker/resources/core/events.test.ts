import { expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { dialects } from '../../dialect/dialect.ts'
import { decode } from '../../schema/decode.ts'
import { buildCatalog } from '../catalog.ts'

const catalog = buildCatalog({ dialect: dialects.k8s })

/** The errors of a new event of the version `events.k8s.io/v1`. */
async function faults(event: JsonObject): Promise<string[]> {
  const { resource, version } = catalog.find('events.k8s.io', 'v1', 'events') ?? expect.fail('events are served')
  const { behaviour } = await catalog.resolve(resource)
  const { object } = decode(version.schema, { metadata: { name: 'a', namespace: 'n' }, ...event })
  const found = behaviour.validate?.(version.convert?.toStorage(object) ?? object) ?? []
  return found.map(({ field, message }) => `${field}: ${message}`)
}

it('distinguishes a written zero time from an absent time', async () => {
  const event: JsonObject = {
    regarding: { kind: 'Pod', namespace: 'n' },
    reportingController: 'a.b/c',
    reportingInstance: 'i',
    action: 'a',
    reason: 'r',
    type: 'Normal',
    eventTime: '2024-01-02T03:04:05.000000Z',
  }
  expect(await faults(event)).toEqual([])
  expect(await faults({ ...event, deprecatedFirstTimestamp: '0001-01-01T00:00:00Z' })).toEqual([
    'firstTimestamp: Invalid value: "": needs to be unset',
  ])
  expect(await faults({ ...event, eventTime: '0001-01-01T00:00:00.000000Z' })).toEqual([])
  expect(await faults({ ...event, eventTime: null })).toContain('eventTime: Required value')
})
