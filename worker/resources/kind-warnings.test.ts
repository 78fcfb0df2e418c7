import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { dialects } from '../dialect/dialect.ts'
import { buildCatalog } from './catalog.ts'

const catalog = buildCatalog({ dialect: dialects.k8s })

/** The warnings of a write; another `generation` marks a change of the spec. */
async function warnings(
  storage: string,
  spec: JsonObject,
  old?: JsonObject,
  generation = 2,
): Promise<readonly string[]> {
  const facts = catalog.stored(storage)
  const resource = facts && (await catalog.resolve(facts))
  const whole = (spec: JsonObject, generation: number): ApiObject => ({ metadata: { name: 'a', generation }, spec })
  const before = old === undefined ? undefined : whole(old, 1)
  return resource?.behaviour.warnings?.(whole(spec, before === undefined ? 1 : generation), before) ?? []
}

const template = (nodeSelector: JsonObject = {}): JsonObject => ({
  spec: { nodeSelector, containers: [{ name: 'c' }] },
})
const oldLabel = template({ 'beta.kubernetes.io/os': 'linux' })

describe('warnings of replication controllers', () => {
  it('are about the new template on create, and about the old one on update', async () => {
    const controllers = 'replicationcontrollers'
    expect(await warnings(controllers, { template: oldLabel })).toHaveLength(1)
    expect(await warnings(controllers, { template: template() }, { template: oldLabel })).toHaveLength(1)
    expect(await warnings(controllers, { template: oldLabel }, { template: template() })).toEqual([])
  })
})

describe('warnings of stateful sets', () => {
  const amounts = { requests: { storage: '1500m' }, limits: { storage: '2500m' } }
  const spec = { template: template(), volumeClaimTemplates: [{ spec: { resources: amounts } }] }
  const places = async (old?: JsonObject): Promise<string[]> =>
    (await warnings('apps/statefulsets', spec, old, 1)).map((text) => text.replace(/: .*/, ''))

  it('name the amounts of their claims as the real server does, without repetitions', async () => {
    expect(await places()).toEqual([
      'spec.volumeClaimTemplates[0].resources.requests[storage]',
      'spec.volumeClaimTemplates[0].resources.limits[storage]',
    ])
    expect(await places(spec)).toEqual([
      'spec.volumeClaimTemplates[0].Spec.resources.requests[storage]',
      'spec.volumeClaimTemplates[0].Spec.resources.limits[storage]',
    ])
  })
})

describe('warnings of jobs with very many indexes', () => {
  const spec = (completions: number): JsonObject => ({
    completionMode: 'Indexed',
    completions,
    parallelism: 10_001,
    template: template(),
  })

  it('say that the job may not be tracked', async () => {
    const [text] = await warnings('batch/jobs', spec(100_001))
    expect(text).toMatch(/^spec: In Indexed Jobs with a number of completions higher than 10\^5/)
    const [ofTemplate] = await warnings('batch/cronjobs', { jobTemplate: { spec: spec(100_001) } })
    expect(ofTemplate).toMatch(/^spec\.jobTemplate\.spec: In Indexed Jobs/)
    expect(await warnings('batch/jobs', spec(100_000))).toEqual([])
    expect(await warnings('batch/jobs', spec(100_001), spec(1), 1)).toEqual([])
  })
})
