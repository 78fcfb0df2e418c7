import { describe, expect, it } from 'vitest'
import type { AdmissionRequest } from '../admission/admission.ts'
import { createVerbs } from './create-verbs.ts'
import { configMap, deletion, deployment, everything, job, testCluster } from './verbs-fixture.ts'

const bound = { metadata: { name: 'p' }, spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] } }

describe('delete', () => {
  it('removes an object without finalizers at once', async () => {
    const { create, verbs, target, caller, store } = await testCluster()
    await create('configmaps', configMap('a'))
    const deleted = await verbs.delete(target('configmaps', 'a'), caller, deletion)
    expect(deleted).toMatchObject({ removed: true, answersObject: false })
    expect(store.get({ resource: 'configmaps', namespace: 'default', name: 'a' })).toBeUndefined()
  })

  it('sets deletionTimestamp and raises the generation of an object with finalizers, once', async () => {
    const { create, verbs, target, caller, store } = await testCluster()
    await create('apps/deployments', deployment('d', { metadata: { finalizers: ['example.com/x'] } }))
    const { view, removed } = await verbs.delete(target('apps/deployments', 'd'), caller, deletion)
    expect(removed).toBe(false)
    expect(view.object.metadata).toMatchObject({
      generation: 2,
      deletionTimestamp: '2024-05-01T10:00:00Z',
      deletionGracePeriodSeconds: 0,
    })
    const before = store.revision
    await verbs.delete(target('apps/deployments', 'd'), caller, deletion)
    expect(store.revision).toBe(before)
  })

  it('answers a dry run that removes the last finalizer with an empty object', async () => {
    const { create, verbs, target, caller } = await testCluster()
    await create('apps/deployments', deployment('d', { metadata: { finalizers: ['orphan'] } }))
    const options = { ...deletion, dryRun: true, propagationPolicy: 'Background' as const }
    const deleted = await verbs.delete(target('apps/deployments', 'd'), caller, options)
    expect(deleted).toMatchObject({ removed: true, answersObject: true })
    expect(deleted.view.object.metadata).toEqual({ creationTimestamp: null })
  })

  it.each([
    ['Orphan', ['orphan']],
    ['Background', undefined],
  ] as const)(
    'marks a namespace and a definition, and applies the policy %s to the namespace only',
    async (policy, finalizers) => {
      const { create, verbs, target, caller } = await testCluster()
      const options = { ...deletion, propagationPolicy: policy }
      await create('namespaces', { metadata: { name: 'n' } })
      const namespace = await verbs.delete(target('namespaces', 'n', ''), caller, options)
      expect(namespace.view.object.metadata?.finalizers).toEqual(finalizers)
      const definitions = 'apiextensions.k8s.io/customresourcedefinitions'
      const schema = { openAPIV3Schema: { type: 'object' } }
      await create(definitions, {
        metadata: { name: 'as.example.com' },
        spec: {
          group: 'example.com',
          scope: 'Namespaced',
          names: { plural: 'as', kind: 'A' },
          versions: [{ name: 'v1', served: true, storage: true, schema }],
        },
      })
      const definition = await verbs.delete(target(definitions, 'as.example.com', ''), caller, options)
      expect(definition.view.object.metadata?.finalizers).toEqual(['customresourcecleanup.apiextensions.k8s.io'])
    },
  )

  it.each([
    ['Orphan', ['example.com/f', 'orphan']],
    ['Foreground', ['example.com/f', 'foregroundDeletion']],
    ['Background', ['example.com/f']],
  ] as const)('sets the finalizers of the policy %s', async (propagationPolicy, finalizers) => {
    const { create, verbs, target, caller } = await testCluster()
    await create('configmaps', { metadata: { name: 'a', finalizers: ['example.com/f'] } })
    const { view } = await verbs.delete(target('configmaps', 'a'), caller, { ...deletion, propagationPolicy })
    expect(view.object.metadata?.finalizers).toEqual(finalizers)
  })

  it('answers with the pod when the agent of its node removes the pod right after the server has marked it', async () => {
    const { create, verbs, target, caller, store } = await testCluster()
    await create('pods', bound)
    const removals: Promise<unknown>[] = []
    const agent = store.watch({
      resource: 'pods',
      from: store.revision,
      listener({ type, current }) {
        if (type === 'remove' || current.object.metadata?.deletionGracePeriodSeconds !== 0) return
        removals.push(store.remove(current.key, current.revision).catch(() => undefined))
      },
      ended: () => undefined,
    })
    const { removed, view } = await verbs.delete(target('pods', 'p'), caller, { ...deletion, gracePeriodSeconds: 0 })
    agent.stop()
    await Promise.all(removals)
    expect(removed).toBe(true)
    expect(view.object.metadata).toMatchObject({ name: 'p', deletionGracePeriodSeconds: 0 })
    expect(store.get({ resource: 'pods', namespace: 'default', name: 'p' })).toBeUndefined()
  })

  it('orphans the pods of jobs by default, with a warning', async () => {
    const { create, verbs, target, caller, warnings } = await testCluster()
    await create('batch/jobs', job('j'))
    const { view } = await verbs.delete(target('batch/jobs', 'j'), caller, deletion)
    expect(view.object.metadata?.finalizers).toEqual(['orphan'])
    expect(warnings).toEqual([expect.stringMatching(/^child pods are preserved by default/)])
  })

  it('gives a pod on a node a grace period, which later requests can only shorten, and removes the pod at 0', async () => {
    const { create, verbs, target, caller, store } = await testCluster()
    await create('pods', bound)
    const grace = async (gracePeriodSeconds?: number) => {
      const { view } = await verbs.delete(target('pods', 'p'), caller, { ...deletion, gracePeriodSeconds })
      return view.object.metadata?.deletionGracePeriodSeconds
    }
    expect([await grace(), await grace(60), await grace(5), await grace(50)]).toEqual([30, 30, 5, 5])
    expect(store.get({ resource: 'pods', namespace: 'default', name: 'p' })?.object.metadata).toMatchObject({
      deletionTimestamp: '2024-05-01T10:00:05Z',
    })
    expect(await grace(0)).toBe(0)
    expect(store.get({ resource: 'pods', namespace: 'default', name: 'p' })).toBeUndefined()
  })

  it('calls admission again before it removes an object that it has just marked, but not in a dry run', async () => {
    const { create, target, caller, environment } = await testCluster()
    await create('pods', bound)
    await create('configmaps', { metadata: { name: 'a', finalizers: ['orphan'] } })
    const seen: (string | undefined)[] = []
    const validate = ({ oldObject }: AdmissionRequest) => void seen.push(oldObject?.metadata?.deletionTimestamp)
    const verbs = createVerbs({ ...environment, admission: { ...environment.admission, validate } })
    const now = { ...deletion, gracePeriodSeconds: 0 }
    await verbs.delete(target('pods', 'p'), caller, { ...now, dryRun: true })
    expect(seen.splice(0)).toEqual([undefined])
    await verbs.delete(target('pods', 'p'), caller, now)
    expect(seen.splice(0)).toEqual([undefined, '2024-05-01T10:00:00Z'])
    await verbs.delete(target('configmaps', 'a'), caller, { ...deletion, propagationPolicy: 'Background' })
    expect(seen).toEqual([undefined, undefined])
  })

  it('shows admission the effective grace period, and skips admission while a grace period is pending', async () => {
    const { create, environment, target, caller } = await testCluster()
    await create('pods', bound)
    await create('configmaps', configMap('a'))
    const seen: AdmissionRequest['options'][] = []
    const admission = { ...environment.admission, validate: ({ options }: AdmissionRequest) => void seen.push(options) }
    const verbs = createVerbs({ ...environment, admission })
    const types = { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1' }
    await verbs.delete(target('pods', 'p'), caller, deletion)
    await verbs.delete(target('pods', 'p'), caller, deletion)
    await verbs.delete(target('pods', 'p'), caller, { ...deletion, gracePeriodSeconds: 40 })
    expect(seen).toEqual([{ ...types, gracePeriodSeconds: 30 }])
    expect(Object.keys(seen[0] ?? {})).toEqual(['kind', 'apiVersion', 'gracePeriodSeconds'])
    await verbs.delete(target('pods', 'p'), caller, { ...deletion, gracePeriodSeconds: -1 })
    await verbs.delete(target('configmaps', 'a'), caller, deletion)
    expect(seen.slice(1)).toEqual([{ ...types, gracePeriodSeconds: 1 }, types])
  })

  it('refuses an object whose uid or resourceVersion differs from the preconditions', async () => {
    const { create, verbs, target, caller } = await testCluster()
    await create('configmaps', configMap('a'))
    const wrong = (preconditions: { uid?: string; resourceVersion?: string }) =>
      verbs.delete(target('configmaps', 'a'), caller, { ...deletion, preconditions })
    await expect(wrong({ uid: 'u' })).rejects.toThrow(
      'the UID in the precondition (u) does not match the UID in record',
    )
    await expect(wrong({ resourceVersion: '1' })).rejects.toThrow('does not match the ResourceVersion in record')
  })

  it('refuses to delete the system namespace, but not the namespace of the node leases', async () => {
    const { verbs, target, caller } = await testCluster('svc')
    const remove = (name: string) => verbs.delete(target('namespaces', name), caller, { ...deletion, dryRun: true })
    await expect(remove('svc-system')).rejects.toThrow('this namespace may not be deleted')
    expect((await remove('svc-node-lease')).view.object['status']).toEqual({ phase: 'Terminating' })
  })

  it('deletes a collection by selector and answers the deleted objects', async () => {
    const { create, verbs, target, caller, store } = await testCluster()
    for (const name of ['a', 'b', 'c']) await create('configmaps', configMap(name, {}, { keep: String(name === 'b') }))
    const selected = { ...everything, labelSelector: 'keep=false' }
    const { items } = await verbs.deleteCollection(target('configmaps'), caller, selected, deletion)
    expect([...items].map(({ object }) => object.metadata?.name)).toEqual(['a', 'c'])
    expect([...store.snapshot('configmaps').entries({ namespace: 'default' })].map(({ key }) => key.name)).toEqual([
      'b',
    ])
  })
})
