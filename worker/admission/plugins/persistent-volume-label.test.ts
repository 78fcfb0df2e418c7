import { expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { contextOf, requestOf, runPlugin } from '../admission-fixture.ts'
import { persistentVolumeLabel } from './persistent-volume-label.ts'

const plugin = persistentVolumeLabel(contextOf())
const resource = { group: '', version: 'v1', resource: 'persistentvolumes' }

async function termsOf(labels: Record<string, string>, terms?: JsonObject[], provisioner = 'x'): Promise<unknown> {
  const annotations = { 'pv.kubernetes.io/provisioned-by': provisioner }
  const spec = terms && { nodeAffinity: { required: { nodeSelectorTerms: terms } } }
  const volume: ApiObject = { metadata: { name: 'v', labels, annotations }, spec: spec ?? {} }
  await runPlugin(plugin, requestOf(volume, { resource }))
  return (volume['spec'] as { nodeAffinity?: { required: { nodeSelectorTerms: unknown } } }).nodeAffinity?.required
    .nodeSelectorTerms
}
const inValues = (key: string, ...values: string[]): JsonObject => ({ key, operator: 'In', values })
const topology = { 'topology.kubernetes.io/zone': 'z2__z1', 'topology.kubernetes.io/region': 'r' }
const expected = [inValues('topology.kubernetes.io/zone', 'z1', 'z2'), inValues('topology.kubernetes.io/region', 'r')]

it('restricts a provisioned volume to the zones and the region of its labels', async () => {
  expect(await termsOf(topology)).toEqual([{ matchExpressions: expected }])
  const other = inValues('a', 'b')
  expect(await termsOf(topology, [{ matchExpressions: [other] }])).toEqual([{ matchExpressions: [other, ...expected] }])
})

it('keeps terms that already have a zone or a region', async () => {
  const term = { matchExpressions: [inValues('topology.kubernetes.io/zone', 'z9')] }
  expect(await termsOf(topology, [term])).toEqual([term])
})

it('adds no requirement to a volume that lacks a label', async () => {
  expect(await termsOf({ 'topology.kubernetes.io/zone': 'z1' })).toBeUndefined()
})

it.each([
  ['gcePersistentDisk', 'pdName', 'refused'],
  ['azureDisk', 'diskName', 'admitted'],
  ['vsphereVolume', 'volumePath', 'admitted'],
])('%s without labels is %s', async (source, name, outcome) => {
  const volume: ApiObject = { metadata: { name: 'v' }, spec: { [source]: { [name]: 'x' } } }
  const answer = await runPlugin(plugin, requestOf(volume, { resource })).then(
    () => 'admitted',
    () => 'refused',
  )
  expect(answer).toBe(outcome)
})
