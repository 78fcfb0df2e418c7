import { describe, expect, it } from 'vitest'
import { bootstrap } from './bootstrap.ts'
import { plain, testCluster } from './verbs-fixture.ts'
import type { ApiObject } from '../api/object.ts'
import { formatMicroTime } from '../clock/clock.ts'
import type { LogChange } from '../store/persistence/log.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'

describe('bootstrap', () => {
  it('creates the namespaces of the dialect once', async () => {
    const { environment, store } = await testCluster('svc')
    const names = [...store.snapshot('namespaces').entries()].map(({ key }) => key.name)
    expect(names).toEqual(['default', 'svc-node-lease', 'svc-public', 'svc-system'])
    expect(store.get({ resource: 'namespaces', namespace: '', name: 'default' })?.object).toMatchObject({
      metadata: { labels: { 'svc.io/metadata.name': 'default' }, managedFields: [{ manager: 'apiserver' }] },
      spec: { finalizers: ['svc'] },
      status: { phase: 'Active' },
    })
    const before = store.revision
    await bootstrap({ environment })
    expect(store.revision).toBe(before)
    expect(store.compactedRevision).toBe(before)
  })

  it('stores missing objects in two commits: the namespaces, then the other objects', async () => {
    const log = memoryLog()
    const sizes: number[] = []
    const counted = {
      ...log,
      commit(changes: readonly LogChange[]) {
        sizes.push(changes.length)
        return log.commit(changes)
      },
    }
    const { store } = await testCluster('svc', counted)
    expect(sizes).toEqual([4, store.revision - 1 - 4])
  })

  it('creates priority classes, flow schemas, priority levels and APIServices', async () => {
    const { store } = await testCluster('k8s')
    const names = (resource: string) => [...store.snapshot(resource).entries()].map(({ key }) => key.name)
    expect(names('scheduling.k8s.io/priorityclasses')).toEqual(['system-cluster-critical', 'system-node-critical'])
    expect(names('flowcontrol.apiserver.k8s.io/flowschemas')).toContain('kube-scheduler')
    expect(names('flowcontrol.apiserver.k8s.io/prioritylevelconfigurations')).toHaveLength(8)
    const services = names('apiregistration.k8s.io/apiservices')
    expect(services).toContain('v2.autoscaling')
    expect(services).not.toContain('v1.apiregistration.k8s.io')
  })

  it('renews the lease and writes the client authorities at every start', async () => {
    const cluster = await testCluster('svc')
    const start = (ca: string) =>
      bootstrap({
        environment: cluster.environment,
        hostname: 'here',
        extensionAuthentication: { 'client-ca-file': ca },
      })
    const stored = (resource: string) =>
      [...cluster.store.snapshot(resource).entries({ namespace: 'svc-system' })].map(({ object }) => object)
    await start('one')
    const holder = stored('coordination.svc.io/leases')[0]?.['spec']
    cluster.clock.advance(5000)
    await start('two')
    const [lease] = stored('coordination.svc.io/leases')
    expect(lease?.metadata?.labels).toEqual({
      'apiserver.svc.io/identity': 'svc-apiserver',
      'svc.io/hostname': 'here',
    })
    expect(lease?.['spec']).toEqual({ ...(holder as object), renewTime: formatMicroTime(cluster.clock.now()) })
    expect(stored('configmaps')).toContainEqual(expect.objectContaining({ data: { 'client-ca-file': 'two' } }))
  })

  it('gives the service of the server the advertised endpoint, and another one at a start elsewhere', async () => {
    const cluster = await testCluster('k8s')
    const start = (address: string) =>
      bootstrap({
        environment: cluster.environment,
        serviceRanges: ['10.0.0.0/16'],
        advertised: { address, port: 6443 },
      })
    const stored = (resource: string) =>
      cluster.store.get({ resource, namespace: 'default', name: 'kubernetes' })?.object
    await start('192.0.2.7')
    expect(stored('endpoints')).toMatchObject({
      metadata: { labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } },
      subsets: [{ addresses: [{ ip: '192.0.2.7' }], ports: [{ name: 'https', port: 6443, protocol: 'TCP' }] }],
    })
    await start('192.0.2.8')
    expect(stored('endpoints')).toMatchObject({ subsets: [{ addresses: [{ ip: '192.0.2.8' }] }] })
    expect(stored('discovery.k8s.io/endpointslices')).toMatchObject({
      addressType: 'IPv4',
      endpoints: [{ addresses: ['192.0.2.8'], conditions: { ready: true } }],
    })
  })

  it('restores the rules of roles, unless a role has lost its autoupdate annotation', async () => {
    const cluster = await testCluster('svc')
    const start = () => bootstrap({ environment: cluster.environment, rbac: true })
    await start()
    const resource = 'rbac.authorization.svc.io/clusterroles'
    const stored = (name: string) => cluster.store.get({ resource, namespace: '', name })?.object ?? {}
    const { rules } = stored('system:discovery')
    expect(rules).toHaveLength(1)

    const write = (name: string, body: ApiObject) =>
      cluster.verbs.update(cluster.target(resource, name, ''), cluster.caller, body, plain)
    await write('system:discovery', { ...stored('system:discovery'), rules: null })
    await write('system:basic-user', { metadata: { name: 'system:basic-user' }, rules: null })
    await start()
    expect(stored('system:discovery')['rules']).toEqual(rules)
    expect(stored('system:basic-user')['rules']).toBeNull()
    const before = cluster.store.revision
    await start()
    expect(cluster.store.revision).toBe(before)
  })
})
