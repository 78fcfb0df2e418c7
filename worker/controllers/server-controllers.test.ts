import { describe, expect, it, vi } from 'vitest'
import type { ApiObject } from '../api/object.ts'
import { dialects } from '../dialect/dialect.ts'
import { plain, testCluster } from '../verbs/verbs-fixture.ts'
import { serverControllers } from './server-controllers.ts'

const SCHEMAS = 'flowcontrol.apiserver.k8s.io/flowschemas'
const LEVELS = 'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations'
const API_SERVICES = 'apiregistration.k8s.io/apiservices'

async function running() {
  const cluster = await testCluster()
  const { verbs, catalog, clock, store } = cluster
  const report = (error: unknown): void => {
    throw error
  }
  const unused = (): never => {
    throw new Error('this test has no certificate authority')
  }
  const signers = { authority: unused, rootCertificates: unused, accountTokens: unused, identity: undefined }
  const dialect = dialects.k8s
  const controllers = serverControllers({ verbs, catalog, clock, dialect, report, ...signers, enabled: [] })
  await controllers.start()
  const condition = (resource: string, name: string) => {
    const { status } = store.get({ resource, namespace: '', name })?.object ?? {}
    return (status as { conditions?: ApiObject[] } | undefined)?.conditions?.[0]
  }
  return { ...cluster, controllers, condition }
}

const schema = (level: string): ApiObject => ({
  metadata: { name: 's' },
  spec: { matchingPrecedence: 500, priorityLevelConfiguration: { name: level } },
})

const level: ApiObject = {
  metadata: { name: 'mine' },
  spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } },
}

describe('the conditions of flow schemas', () => {
  it('are set on the bootstrap flow schemas', async () => {
    const { condition } = await running()
    expect(condition(SCHEMAS, 'global-default')).toMatchObject({ type: 'Dangling', status: 'False', reason: 'Found' })
  })

  it('follow created and deleted priority levels', async () => {
    const { create, verbs, target, caller, condition } = await running()
    await create(SCHEMAS, schema('mine'))
    await vi.waitFor(() => expect(condition(SCHEMAS, 's')).toMatchObject({ status: 'True', reason: 'NotFound' }))
    await create(LEVELS, level)
    await vi.waitFor(() => expect(condition(SCHEMAS, 's')).toMatchObject({ status: 'False', reason: 'Found' }))
    await verbs.delete(target(LEVELS, 'mine'), caller, {
      dryRun: false,
      gracePeriodSeconds: undefined,
      propagationPolicy: undefined,
      preconditions: {},
      raw: {},
    })
    await vi.waitFor(() => expect(condition(SCHEMAS, 's')).toMatchObject({ status: 'True' }))
  })

  it('are not set after the controllers stop', async () => {
    const { create, controllers, condition } = await running()
    controllers.stop()
    await create(SCHEMAS, schema('mine'))
    expect(condition(SCHEMAS, 's')).toBeUndefined()
  })
})

const apiService = (version: string, spec: ApiObject = {}): ApiObject => ({
  metadata: { name: `${version}.example.com` },
  spec: { group: 'example.com', version, groupPriorityMinimum: 1000, versionPriority: 10, ...spec },
})

describe('the availability of API services', () => {
  it('names the first missing part on the path to the service', async () => {
    const { create, verbs, target, caller, condition } = await running()
    const service = { namespace: 'default', name: 'x', port: 443 }
    const reason = () => condition(API_SERVICES, 'v1.example.com')?.['reason']
    await create(API_SERVICES, apiService('v1', { service, insecureSkipTLSVerify: true }))
    await vi.waitFor(() => expect(reason()).toBe('ServiceNotFound'))
    const spec = { type: 'ClusterIP', clusterIP: 'None', ports: [{ port: 80 }], selector: { a: 'b' } }
    const made = await create('services', { metadata: { name: 'x' }, spec })
    await vi.waitFor(() => expect(reason()).toBe('ServicePortError'))
    const ports = [{ port: 443, protocol: 'TCP', targetPort: 443 }]
    await verbs.update(target('services', 'x'), caller, { ...made, spec: { ...spec, ports } }, plain)
    await vi.waitFor(() => expect(reason()).toBe('EndpointsNotFound'))
    await create('endpoints', { metadata: { name: 'x' } })
    await vi.waitFor(() => expect(reason()).toBe('MissingEndpoints'))
  })

  it('lists the versions that API services announce', async () => {
    const { create, controllers } = await running()
    expect(controllers.announced().some(({ group }) => group === 'apps')).toBe(true)
    await create(API_SERVICES, apiService('v2'))
    expect(controllers.announced().find(({ group }) => group === 'example.com')).toEqual({
      group: 'example.com',
      version: 'v2',
      groupPriority: 1000,
      versionPriority: 10,
      isServedElsewhere: false,
    })
  })
})

const definition = (...served: boolean[]): ApiObject => ({
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: served.map((isServed, at) => ({
      name: `v${at + 1}`,
      served: isServed,
      storage: at === 0,
      schema: { openAPIV3Schema: { type: 'object' } },
    })),
  },
})

describe('the API services of custom resources', () => {
  const DEFINITIONS = 'apiextensions.k8s.io/customresourcedefinitions'

  it('exist while a definition serves their version, with the spec of the server', async () => {
    const { create, verbs, target, caller, store } = await running()
    const read = (version: string) =>
      store.get({ resource: API_SERVICES, namespace: '', name: `${version}.example.com` })?.object
    await create(DEFINITIONS, definition(true, false))
    await vi.waitFor(() =>
      expect(read('v1')).toMatchObject({
        metadata: { labels: { 'kube-aggregator.kubernetes.io/automanaged': 'true' } },
        spec: { group: 'example.com', version: 'v1', groupPriorityMinimum: 1000, versionPriority: 100 },
        status: { conditions: [{ type: 'Available', status: 'True', reason: 'Local' }] },
      }),
    )
    expect(read('v2')).toBeUndefined()
    const spec = { group: 'example.com', version: 'v1', groupPriorityMinimum: 5, versionPriority: 5 }
    await verbs.update(target(API_SERVICES, 'v1.example.com'), caller, { ...read('v1'), spec }, plain)
    await vi.waitFor(() => expect(read('v1')).toMatchObject({ spec: { groupPriorityMinimum: 1000 } }))
    const name = { resource: DEFINITIONS, namespace: '', name: 'widgets.example.com' }
    const { metadata } = store.get(name)?.object ?? {}
    const changed = { ...definition(false, true), metadata: { ...metadata } }
    await verbs.update(target(DEFINITIONS, 'widgets.example.com'), caller, changed, plain)
    await vi.waitFor(() => expect([read('v1'), read('v2')]).toEqual([undefined, expect.anything()]))
  })

  it('are left alone when a user created them', async () => {
    const { create, store } = await running()
    await create(API_SERVICES, apiService('v1'))
    await create(DEFINITIONS, definition(true, true))
    const read = (version: string) =>
      store.get({ resource: API_SERVICES, namespace: '', name: `${version}.example.com` })?.object
    await vi.waitFor(() => expect(read('v2')).toBeDefined())
    expect(read('v1')).toMatchObject({ spec: { versionPriority: 10 } })
  })

  it('are deleted when no definition serves their version, but built-in ones stay, also with the label', async () => {
    const { create, verbs, target, caller, store } = await running()
    const labels = { [dialects.k8s.spell('{system}-aggregator.{labels}/automanaged')]: 'true' }
    const read = (name: string) => store.get({ resource: API_SERVICES, namespace: '', name })?.object
    const own = read('v1.apps') ?? {}
    const labelled = { ...own, metadata: { ...own.metadata, labels } }
    await verbs.update(target(API_SERVICES, 'v1.apps'), caller, labelled, plain)
    await create(API_SERVICES, { ...apiService('v1'), metadata: { name: 'v1.example.com', labels } })
    await vi.waitFor(() => expect(read('v1.example.com')).toBeUndefined())
    expect(read('v1.apps')?.metadata?.labels).toEqual(labels)
  })
})
