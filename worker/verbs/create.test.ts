import { describe, expect, it } from 'vitest'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { configMap, deletion, deployment, dryRun, plain, testCluster } from './verbs-fixture.ts'

describe('create', () => {
  it('sets the metadata that the server owns, without a generation', async () => {
    const { create, store } = await testCluster()
    const object = await create('configmaps', configMap('a', { k: 'v' }))
    expect(object.metadata).toMatchObject({
      name: 'a',
      namespace: 'default',
      creationTimestamp: '2024-05-01T10:00:00Z',
      resourceVersion: String(store.revision),
      managedFields: [{ manager: 'tester', operation: 'Update', fieldsV1: { 'f:data': { '.': {}, 'f:k': {} } } }],
    })
    expect(object.metadata?.uid).toMatch(/^[0-9a-f-]{36}$/)
    expect(object.metadata).not.toHaveProperty('generation')
  })

  it('ignores a uid, a deletionTimestamp and a selfLink in the body', async () => {
    const { create } = await testCluster()
    const metadata = { name: 'a', deletionTimestamp: '2001-01-01T00:00:00Z', selfLink: '/x', uid: 'u' }
    const object = await create('configmaps', { ...configMap('a'), metadata })
    expect(object.metadata).not.toHaveProperty('deletionTimestamp')
    expect(object.metadata).not.toHaveProperty('selfLink')
    expect(object.metadata?.uid).not.toBe('u')
  })

  it('gives its object to the log before its first wait', async () => {
    const inner = memoryLog()
    let commits = 0
    const commit: typeof inner.commit = async (changes) => {
      commits++
      return inner.commit(changes)
    }
    const { create } = await testCluster('k8s', { ...inner, commit })
    await create('configmaps', configMap('a'))
    commits = 0
    const creating = create('configmaps', configMap('b'))
    expect(commits).toBe(1)
    await creating
  })

  it('refuses a taken name, and reports when that object is being deleted', async () => {
    const { create, verbs, target, caller } = await testCluster()
    await create('configmaps', { ...configMap('a'), metadata: { name: 'a', finalizers: ['example.com/x'] } })
    await expect(create('configmaps', configMap('a'))).rejects.toThrow('configmaps "a" already exists')
    await verbs.delete(target('configmaps', 'a'), caller, deletion)
    await expect(create('configmaps', configMap('a'))).rejects.toThrow(
      'object is being deleted: configmaps "a" already exists',
    )
    await expect(create('configmaps', { metadata: { name: 'a', generateName: 'b' } })).rejects.toThrow(
      'object is being deleted: configmaps "a" already exists, the server was not able to generate a unique name for the object',
    )
  })

  it('appends five random characters without vowels to generateName', async () => {
    const { create } = await testCluster()
    const object = await create('configmaps', { metadata: { generateName: 'g-' } })
    expect(object.metadata?.name).toMatch(/^g-[bcdfghjklmnpqrstvwxz2456789]{5}$/)
  })

  it('follows the name rule of the kind', async () => {
    const { create } = await testCluster()
    await expect(create('services', { metadata: { name: '1a' } })).rejects.toThrow('a DNS-1035 label must consist of')
    await expect(create('configmaps', { metadata: { name: 'A' } })).rejects.toThrow('RFC 1123 subdomain')
    await expect(create('configmaps', {})).rejects.toThrow('name or generateName is required')
    const role = await create('rbac.authorization.k8s.io/roles', { metadata: { name: 'system:x' } })
    expect(role.metadata?.name).toBe('system:x')
  })

  it('refuses a different, missing or terminating namespace', async () => {
    const { create, verbs, target, caller } = await testCluster()
    await expect(create('configmaps', { metadata: { name: 'a', namespace: 'other' } })).rejects.toThrow(
      'the namespace of the provided object does not match the namespace sent on the request',
    )
    await expect(create('configmaps', configMap('a'), 'nope')).rejects.toThrow('namespaces "nope" not found')
    await create('namespaces', { metadata: { name: 'gone' } })
    await verbs.delete(target('namespaces', 'gone'), caller, deletion)
    await expect(create('configmaps', configMap('a'), 'gone')).rejects.toMatchObject({
      status: { code: 403, details: { causes: [{ reason: 'NamespaceTerminating' }] } },
    })
  })

  it('stores nothing in a dry run', async () => {
    const { verbs, target, caller, store } = await testCluster()
    const before = store.revision
    const written = await verbs.create(target('configmaps'), caller, configMap('a'), dryRun)
    expect(written.object.metadata?.uid).toBeDefined()
    expect(written.object.metadata).not.toHaveProperty('resourceVersion')
    expect(store.revision).toBe(before)
  })

  it('sets generation 1 on workloads and drops their status, also when the body has a generation and a status', async () => {
    const { create } = await testCluster()
    const body = deployment('d', { metadata: { generation: 99 }, status: { replicas: 7 } })
    const object = await create('apps/deployments', body)
    expect(object.metadata?.generation).toBe(1)
    expect(object['status']).toEqual({})
  })

  it('answers a review with its status and stores nothing', async () => {
    const { verbs, target, caller, store } = await testCluster()
    const before = store.revision
    const written = await verbs.create(target('authentication.k8s.io/selfsubjectreviews'), caller, {}, plain)
    expect(written.object['status']).toEqual({ userInfo: { username: 'tester' } })
    expect(store.revision).toBe(before)
  })
})
