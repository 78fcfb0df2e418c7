import { describe, expect, it } from 'vitest'
import { noteEmpty } from '../api/given-empty.ts'
import type { JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { dialects } from '../dialect/dialect.ts'
import { buildCatalog } from './catalog.ts'

const catalog = buildCatalog({ dialect: dialects.k8s })

/** The validation errors of an object, or of an update when `old` is given. */
async function errors(storage: string, object: JsonObject, old?: JsonObject): Promise<string[]> {
  const resource = catalog.stored(storage)
  if (resource === undefined) throw new Error(`Name a kind that is served instead of ${storage}`)
  const { behaviour } = await catalog.resolve(resource)
  const whole = (content: JsonObject): ApiObject => ({ metadata: { name: 'a', namespace: 'n' }, ...content })
  const found = old === undefined ? behaviour.validate?.(whole(object)) : behaviour.validateUpdate?.(whole(object), whole(old), '')
  return (found ?? []).map(({ field, message }) => `${field}: ${message}`)
} // prettier-ignore

/** Expected errors are answers of kube-apiserver 1.30.14. */
describe('updates', () => {
  it('may empty the node label that a persistent volume requires, but not replace it by any other', async () => {
    const disk = (key: string): JsonObject => ({
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        local: { path: '/a' },
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'Exists' }] }] } },
      },
    })
    const found = await errors('persistentvolumes', disk(''), disk('zone'))
    expect(found.filter((text) => text.startsWith('nodeAffinity'))).toEqual([])
    expect(await errors('persistentvolumes', disk('other'), disk('zone'))).toHaveLength(1)
  })

  const claim = (dataSourceRef: JsonObject, dataSource = dataSourceRef): JsonObject => ({
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
      dataSource,
      dataSourceRef,
    },
  })

  it('may give the source of a claim any group when the stored source has a group', async () => {
    const [stored, changed] = ['a.example.com', 'A_b'].map((apiGroup) => claim({ apiGroup, kind: 'K', name: 's' }))
    const found = await errors('persistentvolumeclaims', changed ?? {}, stored)
    expect(found.map((text) => text.split('\n')[0])).toEqual([expect.stringMatching(/^spec: Forbidden: spec is immutable/)])
    expect(await errors('persistentvolumeclaims', changed ?? {})).toHaveLength(2)
    const ungrouped = claim({ apiGroup: null, kind: 'PersistentVolumeClaim', name: 's' })
    expect(await errors('persistentvolumeclaims', changed ?? {}, ungrouped)).toHaveLength(5)
  }) // prettier-ignore

  it('tell an empty group of the source of a claim from a missing one', async () => {
    const source = { kind: 'PersistentVolumeClaim', name: 'x' }
    const found = await errors(
      'persistentvolumeclaims',
      claim({ ...source, apiGroup: '' }, { ...source, apiGroup: null }),
    )
    expect(found).toEqual([expect.stringMatching(/must match dataSourceRef$/)])
  })

  it('show a new volume name of a claim as unchanged when the update also changes another field', async () => {
    const stored = claim({ kind: 'PersistentVolumeClaim', name: 'x' })
    const changed = { ...(stored['spec'] as JsonObject), volumeName: 'vol', volumeMode: 'Block' }
    const [found = ''] = await errors('persistentvolumeclaims', { spec: changed }, stored)
    expect(found).toMatch(/VolumeName:\s+"vol"/)
  })

  it('report different sources twice, with two memory addresses', async () => {
    const different = claim({ kind: 'PersistentVolumeClaim', name: 'x' }, { kind: 'PersistentVolumeClaim', name: 'y' })
    const found = await errors('persistentvolumeclaims', different, different)
    expect(found).toHaveLength(2)
    expect(new Set(found).size).toBe(2)
  })

  it('may repeat a scope of a quota', async () => {
    const quota = (...scopes: string[]): JsonObject => ({ spec: { hard: { pods: '5' }, scopes } })
    expect(await errors('resourcequotas', quota('BestEffort', 'BestEffort'), quota('BestEffort'))).toEqual([])
    expect(await errors('resourcequotas', quota('NotBestEffort'), quota('BestEffort'))).toHaveLength(1)
  })

  it('may not give an immutable object an empty map', async () => {
    const emptied: JsonObject = { immutable: true, data: { a: 'b' } }
    noteEmpty(emptied, 'binaryData', {})
    const found = await errors('configmaps', emptied, { immutable: true, data: { a: 'b' } })
    expect(found).toEqual(['binaryData: Forbidden: field is immutable when `immutable` is set'])
  })
})

describe('new objects', () => {
  it('with an empty internalTrafficPolicy have an unsupported value', async () => {
    const spec = { type: 'ClusterIP', sessionAffinity: 'None', internalTrafficPolicy: '', ports: [{ port: 80, targetPort: 80, protocol: 'TCP' }] } // prettier-ignore
    const found = await errors('services', { spec })
    expect(found.filter((text) => text.includes('internalTrafficPolicy'))).toEqual([
      'spec.internalTrafficPolicy: Unsupported value: "": supported values: "Cluster", "Local"',
    ])
  })

  it('with an empty preemption policy in a template lack a required value', async () => {
    const spec = { containers: [{ name: 'c', image: 'i', terminationMessagePolicy: 'File', imagePullPolicy: 'Always' }], restartPolicy: 'Always', dnsPolicy: 'Default', terminationGracePeriodSeconds: 1 } // prettier-ignore
    expect(await errors('podtemplates', { template: { spec } })).toEqual([])
    const found = await errors('podtemplates', { template: { spec: { ...spec, preemptionPolicy: '' } } })
    expect(found).toEqual(['template.spec.preemptionPolicy: Required value'])
  })

  it.each([
    ['', 'Required value'],
    ['a.', 'Invalid value: "a": should be a domain with at least two segments separated by dots'],
    [`${'a'.repeat(64)}.b`, `Invalid value: "${'a'.repeat(64)}": must be no more than 63 characters`],
    ['a.b', undefined],
  ])('with the FQDN address %j have the fault %s', async (address, fault) => {
    const slice = { addressType: 'FQDN', endpoints: [{ addresses: [address] }], ports: [] }
    const expected = fault === undefined ? [] : [`endpoints[0].addresses[0]: ${fault}`]
    expect(await errors('discovery.k8s.io/endpointslices', slice)).toEqual(expected)
  })

  it('with a malformed resource of a container metric show its name once in quotes', async () => {
    const target = { type: 'Utilization', averageUtilization: 50 }
    const metrics = [{ type: 'ContainerResource', containerResource: { name: 'a b', container: 'c', target } }]
    const spec = { scaleTargetRef: { kind: 'D', name: 'd' }, minReplicas: 1, maxReplicas: 3, metrics }
    const found = await errors('autoscaling/horizontalpodautoscalers', { spec })
    expect(found.map((text) => text.split(': ').slice(1, 3).join(': '))).toEqual([
      'Invalid value: "a b"',
      'Invalid value: a b',
    ])
  })
})
