import { describe, expect, it } from 'vitest'
import type { AdmissionRequest } from '../admission/admission.ts'
import { noteEmpty } from '../api/given-empty.ts'
import type { JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { logKeyOf } from '../store/write.ts'
import { createVerbs } from './create-verbs.ts'
import { configMap, deletion, deployment, dryRun, plain, testCluster } from './verbs-fixture.ts'

describe('update', () => {
  it('writes nothing for an unchanged object', async () => {
    const { create, verbs, target, caller } = await testCluster()
    const first = await create('configmaps', configMap('a', { k: '1' }))
    const { object } = await verbs.update(target('configmaps', 'a'), caller, configMap('a', { k: '1' }), plain)
    expect(object.metadata?.resourceVersion).toBe(first.metadata?.resourceVersion)
  })

  it('writes an unchanged object once again when its stored form is stale', async () => {
    const before = await testCluster()
    await before.create('configmaps', configMap('a', { k: '1' }))
    const key = { resource: 'configmaps', namespace: 'default', name: 'a' }
    const value = before.store.get(key)?.bytes
    const log = memoryLog()
    const record = { key: logKeyOf(key), value, revision: 1, isStale: true }
    const open = async () => ({ ...(await log.open()), records: [record] })
    const { verbs, target, caller } = await testCluster('k8s', { ...log, open })
    const written = async () => {
      const { object } = await verbs.update(target('configmaps', 'a'), caller, configMap('a', { k: '1' }), plain)
      return object.metadata?.resourceVersion
    }
    const second = await written()
    expect(second).not.toBe('1')
    expect(await written()).toBe(second)
  })

  it('stores the new time of managedFields for an unchanged object when the request has an empty list', async () => {
    const { create, verbs, target, caller, clock } = await testCluster()
    const first = await create('configmaps', configMap('a', { k: '1' }))
    const written = async () => {
      const body = configMap('a', { k: '1' })
      noteEmpty(body.metadata as JsonObject, 'ownerReferences', [])
      const { object } = await verbs.update(target('configmaps', 'a'), caller, body, plain)
      return object.metadata?.resourceVersion
    }
    expect(await written()).toBe(first.metadata?.resourceVersion)
    clock.advance(1000)
    expect(await written()).not.toBe(first.metadata?.resourceVersion)
  })

  it('completes the defaults of a created object with its next write, even an unchanged one', async () => {
    const { create, verbs, target, caller } = await testCluster()
    const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
    const made = await create('persistentvolumeclaims', { metadata: { name: 'c' }, spec })
    expect(made['status']).toEqual({ phase: 'Pending' })
    const again = async () => {
      const { finalizers } = made.metadata ?? {}
      const body = { metadata: { name: 'c', finalizers }, spec }
      const { object } = await verbs.update(target('persistentvolumeclaims', 'c'), caller, body, plain)
      return object.metadata?.resourceVersion
    }
    const second = await again()
    expect(second).not.toBe(made.metadata?.resourceVersion)
    expect(await again()).toBe(second)
  })

  it('counts an empty list as a change of a network policy', async () => {
    const { create, verbs, target, caller } = await testCluster()
    await create('networking.k8s.io/networkpolicies', { metadata: { name: 'p' }, spec: { podSelector: {} } })
    const generation = async (spec: JsonObject) => {
      const body = { metadata: { name: 'p' }, spec }
      const { object } = await verbs.update(target('networking.k8s.io/networkpolicies', 'p'), caller, body, plain)
      return object.metadata?.generation
    }
    expect(await generation({ podSelector: {} })).toBe(1)
    const decoded = { podSelector: {} }
    noteEmpty(decoded, 'ingress', [])
    expect(await generation(decoded)).toBe(2)
  })

  it('keeps the generation of an endpoint slice when an empty list replaces an absent one', async () => {
    const { create, verbs, target, caller } = await testCluster()
    const slices = 'discovery.k8s.io/endpointslices'
    const slice = { metadata: { name: 's' }, addressType: 'IPv4' }
    await create(slices, slice)
    const body = { ...slice, endpoints: [], ports: [] }
    const { object } = await verbs.update(target(slices, 's'), caller, body, plain)
    expect(object.metadata?.generation).toBe(1)
  })

  it('fills an empty list of policy types of a network policy', async () => {
    const { create } = await testCluster()
    const policies = 'networking.k8s.io/networkpolicies'
    const policy = await create(policies, { metadata: { name: 'p' }, spec: { podSelector: {}, policyTypes: [] } })
    expect(policy['spec']).toMatchObject({ policyTypes: ['Ingress'] })
  })

  it('names the key of the store when the uid differs, without its prefix in a dry run', async () => {
    const { create, verbs, target, caller } = await testCluster()
    await create('configmaps', configMap('a', {}))
    const body = { ...configMap('a', {}), metadata: { name: 'a', uid: 'x' } }
    const write = (options: typeof plain) => verbs.update(target('configmaps', 'a'), caller, body, options)
    await expect(write(plain)).rejects.toThrow(/Key: \/registry\/configmaps\/[^,]*\/a, /)
    await expect(write(dryRun)).rejects.toThrow(/Key: \/configmaps\/[^,]*\/a, /)
  })

  it('copies the generated pod labels to a job, in a dry run as well', async () => {
    const { create, verbs, target, caller } = await testCluster()
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } }
    const made = await create('batch/jobs', { metadata: { name: 'j' }, spec: { template } })
    const { uid } = made.metadata ?? {}
    expect(made.metadata?.labels).toMatchObject({ 'controller-uid': uid, 'job-name': 'j' })
    const dry = await verbs.create(
      target('batch/jobs'),
      caller,
      { metadata: { name: 'k' }, spec: { template } },
      dryRun,
    )
    expect(dry.object.metadata?.labels).toMatchObject({ 'job-name': 'k' })
  })

  it('recognises field owners after mutating plugins, and passes the plugins a copy of the stored object', async () => {
    const { create, verbs, target, caller } = await testCluster()
    const spec = { containers: [{ name: 'c', image: 'i' }] }
    await create('pods', { metadata: { name: 'p' }, spec })
    const labelled = async (label: string): Promise<ApiObject> => {
      const body = { metadata: { name: 'p', labels: { label } }, spec: await specOf() }
      return (await verbs.update(target('pods', 'p'), caller, body, plain)).object
    }
    const specOf = async () => {
      const { object } = await verbs.get(target('pods', 'p'), caller, { resourceVersion: '' })
      return structuredClone(object['spec'] ?? null)
    }
    const first = await labelled('a')
    const text = JSON.stringify(first)
    const second = await labelled('b')
    const fieldsOf = ({ metadata }: ApiObject) => metadata?.managedFields?.map(({ fieldsV1 }) => fieldsV1)
    expect(fieldsOf(first)).toHaveLength(1)
    expect(fieldsOf(second)?.[0]).toBe(fieldsOf(first)?.[0])
    expect(JSON.stringify(first)).toBe(text)
  })

  it('answers 409 to a stale version and to another uid', async () => {
    const { create, verbs, target, caller } = await testCluster()
    const { metadata } = await create('configmaps', configMap('a', { k: '1' }))
    await verbs.update(target('configmaps', 'a'), caller, configMap('a', { k: '2' }), plain)
    const stale = { ...configMap('a', { k: '3' }), metadata: { name: 'a', resourceVersion: metadata?.resourceVersion } }
    await expect(verbs.update(target('configmaps', 'a'), caller, stale, plain)).rejects.toThrow(
      'the object has been modified; please apply your changes to the latest version and try again',
    )
    const other = { metadata: { name: 'a', uid: 'other' } }
    await expect(verbs.update(target('configmaps', 'a'), caller, other, plain)).rejects.toMatchObject({ code: 409 })
  })

  it('creates a missing lease, requires a resourceVersion for a stored one, and creates no missing ConfigMap', async () => {
    const { create, verbs, target, caller } = await testCluster()
    const leases = 'coordination.k8s.io/leases'
    const lease = { metadata: { name: 'l' }, spec: { holderIdentity: 'h' } }
    const made = await verbs.update(target(leases, 'l'), caller, lease, plain)
    expect(made.created).toBe(true)
    await expect(verbs.update(target(leases, 'l'), caller, lease, plain)).rejects.toThrow(
      'metadata.resourceVersion: Invalid value: 0x0: must be specified for an update',
    )
    await create('configmaps', configMap('a'))
    await expect(verbs.update(target('configmaps', 'b'), caller, configMap('b'), plain)).rejects.toThrow(
      'configmaps "b" not found',
    )
  })

  it('keeps the status on PUT of the object, and everything else on PUT of /status', async () => {
    const { create, verbs, target, caller } = await testCluster()
    await create('apps/deployments', deployment('d'))
    const body = deployment('d', { metadata: { labels: { a: 'b' } }, status: { replicas: 4 } }, 9)
    const status = await verbs.update(target('apps/deployments', 'd', 'default', 'status'), caller, body, plain)
    expect(status.object).toMatchObject({ spec: { replicas: 1 }, status: { replicas: 4 } })
    expect(status.object.metadata).toMatchObject({ generation: 1 })
    expect(status.object.metadata).not.toHaveProperty('labels')
    const main = await verbs.update(target('apps/deployments', 'd'), caller, { ...body, status: {} }, plain)
    expect(main.object).toMatchObject({ spec: { replicas: 9 }, status: { replicas: 4 } })
    expect(main.object.metadata).toMatchObject({ generation: 2, labels: { a: 'b' } })
  })

  it('sends the warnings about a spec to writers of the object, but not to writers of its status', async () => {
    const { create, verbs, target, caller, warnings } = await testCluster()
    const labels = { a: 'b' }
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } }
    const claim = { metadata: { name: 'd' }, spec: { resources: { requests: { storage: '1500m' } } } }
    const spec = { selector: { matchLabels: labels }, template, serviceName: 's', volumeClaimTemplates: [claim] }
    const set = await create('apps/statefulsets', { metadata: { name: 's' }, spec })
    await verbs.update(target('apps/statefulsets', 's'), caller, set, plain)
    expect(warnings).toHaveLength(2)
    await verbs.update(target('apps/statefulsets', 's', 'default', 'status'), caller, set, plain)
    expect(warnings).toHaveLength(2)
  })

  it('reads and writes the number of replicas through /scale', async () => {
    const { create, verbs, target, caller } = await testCluster()
    await create('apps/deployments', deployment('d'))
    const scale = target('apps/deployments', 'd', 'default', 'scale')
    const read = await verbs.get(scale, caller, { resourceVersion: '' })
    expect(read.object).toMatchObject({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      spec: { replicas: 1 },
      status: { replicas: 0, selector: 'a=1' },
    })
    const written = await verbs.update(scale, caller, { metadata: { name: 'd' }, spec: { replicas: 3 } }, plain)
    expect(written.object['spec']).toEqual({ replicas: 3 })
    const { object } = await verbs.get(target('apps/deployments', 'd'), caller, { resourceVersion: '' })
    expect(object).toMatchObject({ metadata: { generation: 2 }, spec: { replicas: 3 } })
  })

  it('shows mutating admission the Scale of the request, with the owners of its fields', async () => {
    const { create, target, caller, environment } = await testCluster()
    await create('apps/deployments', deployment('d'))
    const seen: AdmissionRequest[] = []
    const admission = { ...environment.admission, mutate: (request: AdmissionRequest) => void seen.push(request) }
    const verbs = createVerbs({ ...environment, admission })
    const scale = target('apps/deployments', 'd', 'default', 'scale')
    await verbs.update(scale, caller, { metadata: { name: 'd' }, spec: { replicas: 3 } }, plain)
    const [request] = seen
    expect(request?.object?.metadata).toMatchObject({ managedFields: [{ subresource: 'scale' }] })
    expect(request?.object?.metadata).not.toHaveProperty('uid')
    expect(request?.object).not.toHaveProperty('status.selector')
    expect(request?.oldObject).toMatchObject({ spec: { replicas: 1 }, status: { selector: 'a=1' } })
  })

  it('removes a marked object with its last finalizer, but not in a dry run, and accepts no new finalizers', async () => {
    const { create, verbs, target, caller, store } = await testCluster()
    await create('configmaps', { metadata: { name: 'a', finalizers: ['example.com/x'] } })
    await verbs.delete(target('configmaps', 'a'), caller, deletion)
    const added: ApiObject = { metadata: { name: 'a', finalizers: ['example.com/x', 'example.com/y'] } }
    await expect(verbs.update(target('configmaps', 'a'), caller, added, plain)).rejects.toThrow(
      'no new finalizers can be added if the object is being deleted',
    )
    const released: ApiObject = { metadata: { name: 'a' } }
    await verbs.update(target('configmaps', 'a'), caller, released, dryRun)
    const key = { resource: 'configmaps', namespace: 'default', name: 'a' }
    expect(store.get(key)).toBeDefined()
    await verbs.update(target('configmaps', 'a'), caller, released, plain)
    expect(store.get(key)).toBeUndefined()
  })

  it('removes a deleted namespace when /finalize takes its last finalizer', async () => {
    const { create, verbs, target, caller, store } = await testCluster()
    await create('namespaces', { metadata: { name: 'n' } })
    await verbs.delete(target('namespaces', 'n'), caller, deletion)
    const body = { metadata: { name: 'n' }, spec: { finalizers: [] } }
    await verbs.update(target('namespaces', 'n'), caller, body, plain)
    expect(store.get({ resource: 'namespaces', namespace: '', name: 'n' })).toBeDefined()
    await verbs.update(target('namespaces', 'n', '', 'finalize'), caller, body, plain)
    expect(store.get({ resource: 'namespaces', namespace: '', name: 'n' })).toBeUndefined()
  })
})
