import { beforeAll, describe, expect, it } from 'vitest'
import { objectOrEmpty, objectsIn, type Json, type JsonObject } from '../api/json.ts'
import { badRequest } from '../api/status.ts'
import { readPatchBody } from '../http/patch-body.ts'
import { loadDecodeFaultsFor } from '../schema/lazy-decode-fault.ts'
import { configurationOf, patchOf } from './server-itself.ts'
import type { PatchType, Target } from './verbs.ts'
import { configMap, deployment, plain, testCluster } from './verbs-fixture.ts'

const forced = { ...plain, fieldManager: 'm', force: true }

describe('patch', () => {
  beforeAll(() => loadDecodeFaultsFor('PATCH'))

  it.each<[PatchType, Json]>([
    ['merge', { data: { a: null, c: '3' } }],
    ['strategic', { data: { a: null, c: '3' } }],
    [
      'json',
      [
        { op: 'remove', path: '/data/a' },
        { op: 'add', path: '/data/c', value: '3' },
      ],
    ],
  ])('applies a %s patch, and refuses a missing object', async (type, document) => {
    const { create, verbs, target, caller } = await testCluster()
    await create('configmaps', configMap('x', { a: '1', b: '2' }))
    const { object } = await verbs.patch(target('configmaps', 'x'), caller, patchOf(type, document), plain)
    expect(object['data']).toEqual({ b: '2', c: '3' })
    await expect(verbs.patch(target('configmaps', 'y'), caller, patchOf(type, document), plain)).rejects.toThrow(
      'configmaps "y" not found',
    )
  })

  it.each([
    ['1', 'cannot convert int64 to string'],
    ['1e2', 'unrecognized type: string'],
    ['{"name":"x","value":1.0}', 'unrecognized type: string'],
  ])('refuses %s as a text in a strategic patch, as a float when it is written as one', async (text, message) => {
    const { create, verbs, target, caller } = await testCluster()
    await create('apps/deployments', deployment('d'))
    const container = text.startsWith('{') ? `{"name":"new","env":[${text}]}` : `{"name":"c","image":${text}}`
    const body = new TextEncoder().encode(`{"spec":{"template":{"spec":{"containers":[${container}]}}}}`)
    const request = readPatchBody(body, 'strategic', 'Strict')
    await expect(verbs.patch(target('apps/deployments', 'd'), caller, request, plain)).rejects.toThrow(message)
  })

  it('refuses a missing object before an unreadable patch', async () => {
    const { verbs, target, caller } = await testCluster()
    const broken = { ...patchOf('merge', null), document: badRequest('unreadable') }
    await expect(verbs.patch(target('configmaps', 'x'), caller, broken, plain)).rejects.toThrow('not found')
  })

  it('refuses a Scale of another object', async () => {
    const { create, verbs, target, caller } = await testCluster()
    await create('apps/deployments', deployment('d'))
    const scale = target('apps/deployments', 'd', 'default', 'scale')
    await expect(verbs.patch(scale, caller, patchOf('merge', { metadata: { uid: 'u' } }), plain)).rejects.toThrow(
      'Operation cannot be fulfilled on deployments/scale.apps "d": Precondition failed: UID in precondition: u, ',
    )
  })

  it('warns of unknown fields of a JSON patch in the order of the encoded document', async () => {
    const { create, verbs, target, caller, warnings } = await testCluster()
    await create('configmaps', configMap('x'))
    const document = [
      { op: 'add', path: '/metadata/annotations', value: {} },
      { op: 'add', path: '/zone', value: 1 },
      { op: 'add', path: '/metadata/ownerReferences', value: [{ name: 'a', odd: 1, even: 2 }] },
      { op: 'add', path: '/area', value: 1 },
    ]
    const warned = { ...patchOf('json', document), fieldValidation: 'Warn' } as const
    await expect(verbs.patch(target('configmaps', 'x'), caller, warned, plain)).rejects.toThrow('ownerReferences')
    expect(warnings).toEqual([
      'unknown field "area"',
      'unknown field "metadata.ownerReferences[0].odd"',
      'unknown field "metadata.ownerReferences[0].even"',
      'unknown field "zone"',
    ])
  })

  it('reads a Scale of an older version, whose selector is a map', async () => {
    const { create, verbs, target, caller } = await testCluster()
    await create('apps/deployments', deployment('d'))
    const scale = target('apps/deployments', 'd', 'default', 'scale')
    const patch = (status: JsonObject) => {
      const document = { apiVersion: 'extensions/v1beta1', spec: { replicas: 3 }, status }
      return verbs.patch(scale, caller, patchOf('merge', document), plain)
    }
    await expect(patch({})).rejects.toThrow(
      'json: cannot unmarshal string into Go struct field ScaleStatus.status.selector of type map[string]string',
    )
    expect((await patch({ selector: null })).object['spec']).toEqual({ replicas: 3 })
  })

  it('converts an object between versions once: only a status that version v1 sends has zeros for absent amounts', async () => {
    const { create, verbs, target, caller, store } = await testCluster()
    const scaleTargetRef = { kind: 'Deployment', name: 'd' }
    await create('autoscaling/horizontalpodautoscalers', {
      metadata: { name: 'h' },
      spec: { maxReplicas: 2, scaleTargetRef },
    })
    const current = { averageUtilization: 5 }
    const currentMetrics = [{ type: 'Resource', resource: { name: 'cpu', current } }]
    const inVersion = (name: string, subresource?: string): Target => {
      const found = target('autoscaling/horizontalpodautoscalers', 'h', 'default', subresource)
      const version = found.resource.versions.find((each) => each.version === name)
      return { ...found, version: version ?? found.version }
    }
    const merge = (where: Target, document: JsonObject) => verbs.patch(where, caller, patchOf('merge', document), plain)
    const stored = (): Json | undefined =>
      store.get({ resource: 'autoscaling/horizontalpodautoscalers', namespace: 'default', name: 'h' })?.object['status']
    await merge(inVersion('v2', 'status'), { status: { currentMetrics, desiredReplicas: 1 } })
    await merge(inVersion('v1'), { metadata: { labels: { a: 'b' } } })
    expect(stored()).toMatchObject({ currentMetrics })
    await merge(inVersion('v1', 'status'), { status: { desiredReplicas: 2 } })
    const zero = { ...current, averageValue: '0' }
    expect(stored()).toMatchObject({ currentMetrics: [{ type: 'Resource', resource: { name: 'cpu', current: zero } }] })
    const status = { currentReplicas: 1, desiredReplicas: 1, currentCPUUtilizationPercentage: 44 }
    await verbs.update(inVersion('v1', 'status'), caller, { metadata: { name: 'h' }, status }, plain)
    const measured = { averageUtilization: 44 }
    const [metric] = objectsIn(objectOrEmpty(stored())['currentMetrics'])
    expect(metric).toEqual({ type: 'Resource', resource: { name: 'cpu', current: measured } })
  })

  it('refuses a change of name or uid and a stale version', async () => {
    const { create, verbs, target, caller } = await testCluster()
    await create('configmaps', configMap('x'))
    const merge = (metadata: JsonObject) =>
      verbs.patch(target('configmaps', 'x'), caller, patchOf('merge', { metadata }), plain)
    await expect(merge({ name: 'y' })).rejects.toThrow(
      'the name of the object (y) does not match the name on the URL (x)',
    )
    await expect(merge({ uid: 'other' })).rejects.toThrow('metadata.uid: Invalid value: "other": field is immutable')
    await expect(merge({ resourceVersion: '1' })).rejects.toThrow('the object has been modified')
  })

  it('loses no change of concurrent patches', async () => {
    const { create, verbs, target, caller } = await testCluster()
    await create('configmaps', configMap('x'))
    const keys = Array.from({ length: 20 }, (_, i) => `k${i}`)
    await Promise.all(
      keys.map(async (key) =>
        verbs.patch(target('configmaps', 'x'), caller, patchOf('merge', { data: { [key]: '1' } }), plain),
      ),
    )
    const { object } = await verbs.get(target('configmaps', 'x'), caller, { resourceVersion: '' })
    expect(Object.keys(object['data'] as JsonObject)).toHaveLength(20)
  })
})

describe('apply', () => {
  it('creates an object with its owner, and reports a conflict to another manager', async () => {
    const { verbs, target, caller } = await testCluster()
    const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: { a: '1' } }
    const first = await verbs.apply(target('configmaps', 'x'), caller, configurationOf(config), forced)
    expect(first.created).toBe(true)
    expect(first.object.metadata?.managedFields).toMatchObject([{ manager: 'm', operation: 'Apply' }])
    const other = { ...config, data: { a: '2' } }
    const rival = { ...forced, fieldManager: 'n', force: false }
    await expect(verbs.apply(target('configmaps', 'x'), caller, configurationOf(other), rival)).rejects.toThrow(
      'Apply failed with 1 conflict: conflict with "m": .data.a',
    )
  })

  it('does not create through a subresource', async () => {
    const { verbs, target, caller } = await testCluster()
    const config = deployment('d')
    const status = target('apps/deployments', 'd', 'default', 'status')
    await expect(verbs.apply(status, caller, configurationOf(config), forced)).rejects.toThrow(
      'deployments.apps "d" not found',
    )
  })
})
