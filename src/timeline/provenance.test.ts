import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { serverCluster } from '../cluster/server-cluster.fixture.ts'
import type { ObjectRef } from '../client/object-ref.ts'
import { applyObject, createObject, deleteObject, getJson, patchObject } from '../client/resource-client.ts'
import { sentenceOf, type ClusterChange } from './moments.ts'
import { firstChange, madeBy } from './provenance.ts'

let server: Awaited<ReturnType<typeof serverCluster>>
beforeAll(async () => {
  server = await serverCluster('svc', ['*', 'simulated-scheduler', 'simulated-nodes'])
})
afterAll(() => server.close())

const place = () => ({ cluster: server.handle, discovery: server.discovery })
const changes = async (): Promise<ClusterChange[]> =>
  (await getJson<{ items: ClusterChange[] }>(server.handle, '/debug/history?limit=5000')).items

/** Passes time until a change fulfils `isFound`, and returns the last such change. */
function found(isFound: (change: ClusterChange) => boolean): Promise<ClusterChange> {
  return vi.waitFor(
    async () => {
      server.clock.advance(200)
      const change = (await changes()).findLast(isFound)
      if (change === undefined) throw new Error('there is no such change yet')
      return change
    },
    { timeout: 30_000, interval: 5 },
  )
}

/** The sentences of the steps that lead to a change, without the random ends of names. */
const walk = async (change: ClusterChange): Promise<string[]> =>
  (await madeBy(place(), change)).map((step) =>
    `${sentenceOf(step)} by ${step.user}`.replaceAll(/web(-[a-z0-9]+)+/g, 'web-x').replaceAll(/\.[0-9a-f]{16}/g, ''),
  )

it('follows an object over its owners to the change of a person', async () => {
  const collection = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default', name: '' }
  const account = serviceAccountOf(server.handle)
  const make = (name: string, owner?: { name: string; uid: string }) =>
    createObject(owner === undefined ? server.handle : account, collection, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name,
        ...(owner && { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', controller: true, ...owner }] }),
      },
    })
  let owner: { name: string; uid: string } | undefined
  for (const name of ['first', 'second', 'third']) {
    const { metadata } = await make(name, owner)
    owner = { name, uid: metadata.uid ?? '' }
  }
  const change = await firstChange(place(), { resource: 'configmaps', namespace: 'default', name: 'third' })
  const steps = await madeBy(place(), change as ClusterChange)
  expect(steps.map(({ name, type }) => `${name} ${type}`)).toEqual(['third ADDED', 'second ADDED', 'first ADDED'])
  expect(steps.at(-1)?.requestId).not.toBe('')
})

/** The cluster as the service account of an operator uses it. */
function serviceAccountOf(cluster: typeof server.handle): typeof server.handle {
  const fetch: typeof cluster.fetch = (path, init = {}) =>
    cluster.fetch(path, {
      ...init,
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        'Impersonate-User': 'system:serviceaccount:default:operator',
        'Impersonate-Group': 'system:masters',
      },
    })
  return Object.assign({ ...cluster }, { fetch })
}

describe('the state of a simulated pod', () => {
  const outcome = 'simulated.svc.io/outcome'
  const ref = { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'default', name: 'web' }
  const labels = { app: 'web' }
  const annotate = (at: ObjectRef, patch: object) =>
    patchObject(server.handle, at, { type: 'application/merge-patch+json', patch: patch as never })
  const isCrash = ({ resource, type, changes: fields }: ClusterChange): boolean =>
    resource === 'pods' && type === 'MODIFIED' && JSON.stringify(fields).includes('CrashLoopBackOff')

  beforeAll(async () => {
    await applyObject(
      server.handle,
      ref,
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'web', namespace: 'default' },
        spec: {
          replicas: 1,
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'nginx:1.27' }] } },
        },
      },
      { fieldManager: 'test' },
    )
  })

  it('leads back to the request that set the annotation of the template, also after a later scale', async () => {
    await annotate(ref, { spec: { template: { metadata: { annotations: { [outcome]: 'crash' } } } } })
    await found(isCrash)
    await annotate(ref, { spec: { replicas: 2 } })
    const first = (await found(isCrash)).name
    const crash = await found((change) => isCrash(change) && change.name !== first)
    expect((await walk(crash)).slice(1)).toEqual([
      'pods default/web-x: created by system:svc-controller-manager',
      'replicasets default/web-x: created by system:svc-controller-manager',
      'deployments default/web: spec.template.metadata.annotations added by admin',
    ])
  })

  it('leads back to the request that annotated the pod itself', async () => {
    const pod = await found(({ resource, type }) => resource === 'pods' && type === 'ADDED')
    const at = { group: '', version: 'v1', resource: 'pods', namespace: 'default', name: pod.name }
    await annotate(at, { metadata: { annotations: { [`${outcome}.c`]: 'out-of-memory' } } })
    const killed = await found(
      ({ name, changes: fields }) => name === pod.name && JSON.stringify(fields).includes('OOMKilled'),
    )
    expect((await walk(killed)).at(-1)).toMatch(/^pods default\/web-x: metadata.annotations.* added by admin$/)
  })

  it('leads from an event over its object to the request of a person', async () => {
    const event = await found(({ resource, name }) => resource === 'events' && name.startsWith('web-'))
    const steps = await walk(event)
    expect(steps.at(-1)).toMatch(/by admin$/)
  })

  it('leads from the end of a pod to the deletion of its workload', async () => {
    await deleteObject(server.handle, ref)
    const { revision } = await found(({ resource, type }) => resource === 'apps/deployments' && type === 'DELETED')
    const end = await found((each) => each.resource === 'pods' && each.type === 'DELETED' && each.revision > revision)
    expect((await walk(end)).at(-1)).toBe('deployments default/web: deleted by admin')
  })
})
