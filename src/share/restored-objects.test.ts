import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../worker/api/object.ts'
import type { ResourceType } from '../client/discovery.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { restoreObjects } from './restored-objects.ts'

const TYPES: Record<string, string> = { Namespace: 'namespaces', ConfigMap: 'configmaps', Pod: 'pods' }

function resolve(group: string, kind: string): Promise<ResourceType | undefined> {
  const resource = TYPES[kind]
  if (resource === undefined) return Promise.resolve(undefined)
  const namespaced = kind !== 'Namespace'
  return Promise.resolve({
    group,
    version: 'v1',
    resource,
    kind,
    singular: '',
    namespaced,
    verbs: [],
    shortNames: [],
    categories: [],
  })
}

/**
 * A cluster that answers each request with the object and a uid, or with the failure that `failing` has for the name of the
 * object. `asked` holds the requests.
 */
function cluster(failing: Record<string, object> = {}) {
  const asked: { method: string; path: string; body: ApiObject }[] = []
  const handle = {
    fetch(path: string, init: RequestInit = {}) {
      const body = JSON.parse(String(init.body)) as ApiObject
      asked.push({ method: init.method ?? 'GET', path, body })
      const name = body.metadata?.name ?? ''
      const failure = failing[name]
      if (failure !== undefined) return Promise.resolve(Response.json(failure, { status: 409 }))
      return Promise.resolve(
        Response.json({ ...body, metadata: { ...body.metadata, uid: `uid-${name}` } }, { status: 201 }),
      )
    },
  } as unknown as ClusterHandle
  return { handle, asked }
}

const object = (kind: string, name: string, more: object = {}): ApiObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace: 'shop' },
  ...more,
})

describe('restoring objects', () => {
  it('maps owner references to new uids and drops missing owners', async () => {
    const { handle, asked } = cluster()
    const owner = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', name, uid: 'old' })
    const owned = object('Pod', 'p', {
      metadata: { name: 'p', namespace: 'shop', ownerReferences: [owner('a'), owner('lost')] },
    })
    expect(await restoreObjects(handle, [object('ConfigMap', 'a'), owned], resolve)).toEqual([])
    expect(asked[1]?.body.metadata?.ownerReferences).toEqual([{ ...owner('a'), uid: 'uid-a' }])
  })

  it('writes a status after its object', async () => {
    const { handle, asked } = cluster()
    await restoreObjects(handle, [object('Pod', 'p', { status: { phase: 'Running' } })], resolve)
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/v1/namespaces/shop/pods',
      'PATCH /api/v1/namespaces/shop/pods/p/status',
    ])
  })

  it('leaves existing objects unchanged and continues after a refusal', async () => {
    const status = (reason: string) => ({ kind: 'Status', status: 'Failure', reason, message: reason, code: 409 })
    const { handle } = cluster({ a: status('AlreadyExists'), b: status('Conflict') })
    const faults = await restoreObjects(
      handle,
      ['a', 'b', 'c'].map((name) => object('ConfigMap', name)),
      resolve,
    )
    expect(faults.map(({ title }) => title)).toEqual(['ConfigMap b'])
  })

  it('reports kinds that the cluster does not serve', async () => {
    const [fault] = await restoreObjects(cluster().handle, [object('Widget', 'w')], resolve)
    expect(fault?.error.message).toContain('does not serve Widget')
  })
})
