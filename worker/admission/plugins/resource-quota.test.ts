import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { staleConflict } from '../../api/status.ts'
import { valueAt } from '../../resources/path.ts'
import { contextOf, podOf, requestOf } from '../admission-fixture.ts'
import { resourceQuota } from './resource-quota.ts'

const quotaOf = (name: string, hard: ApiObject, used: ApiObject, spec: ApiObject = {}): ApiObject => ({
  metadata: { name, namespace: 'n', uid: name },
  spec: { hard, ...spec },
  status: { hard, used },
})

/** A namespace whose quotas the plugin reads and updates. The first `conflicts` updates are refused. */
function namespaceOf(quotas: ApiObject[], { conflicts = 0, configuration = undefined as ApiObject | undefined } = {}) {
  let written = 0
  let refusals = conflicts
  const writer = {
    create: () => Promise.resolve(),
    updateStatus(_resource: string, object: ApiObject) {
      if (refusals-- > 0) return Promise.reject(staleConflict({ group: '', resource: 'resourcequotas' }, 'q'))
      written++
      quotas[quotas.findIndex(({ metadata }) => metadata?.name === object.metadata?.name)] = object
      return Promise.resolve()
    },
  }
  const plugin = resourceQuota(contextOf({ objects: { resourcequotas: quotas }, writer, configuration }))
  return {
    create: async (pod: ApiObject, parts = {}) => plugin.validate(requestOf(pod, parts)),
    plugin,
    used: (i = 0) => valueAt(quotas[i] ?? {}, 'status.used'),
    writes: () => written,
  }
}

const asking = (cpu: string): ApiObject => podOf({ containers: [{ name: 'c', resources: { requests: { cpu } } }] })

describe('ResourceQuota', () => {
  it('charges the requests of a pod and refuses an excess', async () => {
    const n = namespaceOf([quotaOf('q', { pods: '3', 'requests.cpu': '1' }, { pods: '0', 'requests.cpu': '0' })])
    await n.create(asking('700m'))
    expect(n.used()).toEqual({ pods: '1', 'requests.cpu': '700m' })
    await expect(n.create(asking('400m'))).rejects.toThrow(
      'pods "p" is forbidden: exceeded quota: q, requested: requests.cpu=400m, used: requests.cpu=700m, limited: requests.cpu=1',
    )
    await expect(n.create(podOf())).rejects.toThrow('failed quota: q: must specify requests.cpu for: c')
    await n.create(asking('300m'), { dryRun: true })
    expect(n.used()).toEqual({ pods: '1', 'requests.cpu': '700m' })
  })

  it('is synchronous when no quota counts the resource', () => {
    expect(namespaceOf([]).plugin.validate(requestOf(podOf()))).toBeUndefined()
  })

  it('does not count events of either group', () => {
    const scope = { operation: 'CREATE', subresource: '', namespace: 'n' } as const
    const handles = (group: string) =>
      namespaceOf([]).plugin.handles(
        requestOf(podOf(), { ...scope, resource: { group, version: 'v1', resource: 'events' } }),
      )
    expect([handles(''), handles('events.k8s.io')]).toEqual([false, false])
  })

  it('charges six concurrent requests in two writes, and refuses requests beyond the quota', async () => {
    const n = namespaceOf([quotaOf('q', { pods: '3' }, { pods: '0' })])
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => n.create(podOf())))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(n.used()).toEqual({ pods: '3' })
    expect(n.writes()).toBe(2)
  })

  it('charges again after a conflict', async () => {
    const n = namespaceOf([quotaOf('q', { pods: '3' }, { pods: '1' })], { conflicts: 2 })
    await n.create(podOf())
    expect(n.used()).toEqual({ pods: '2' })
  })

  it('refuses while the quota has no recorded usage', async () => {
    const n = namespaceOf([quotaOf('q', { pods: '3' }, {})])
    await expect(n.create(podOf())).rejects.toThrow('status unknown for quota: q, resources: pods')
  })

  it('counts by scope', async () => {
    const high = {
      scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }] },
    }
    const n = namespaceOf([
      quotaOf('high', { pods: '0' }, { pods: '0' }, high),
      quotaOf('best', { pods: '5' }, { pods: '0' }, { scopes: ['BestEffort'] }),
    ])
    await expect(n.create(podOf({ priorityClassName: 'high' }))).rejects.toThrow('exceeded quota: high')
    await n.create({ ...podOf(), status: { qosClass: 'BestEffort' } })
    await n.create({ ...podOf(), status: { qosClass: 'Burstable' } })
    expect(n.used(1)).toEqual({ pods: '1' })
  })

  it('does not lower the usage on an update', async () => {
    const n = namespaceOf([quotaOf('q', { 'services.nodeports': '2' }, { 'services.nodeports': '2' })])
    const service = (type: string): ApiObject => ({ metadata: { name: 's' }, spec: { type, ports: [{ port: 1 }] } })
    const resource = { group: '', version: 'v1', resource: 'services' }
    await n.create(service('ClusterIP'), { resource, operation: 'UPDATE', oldObject: service('NodePort') })
    expect(n.used()).toEqual({ 'services.nodeports': '2' })
    await expect(
      n.create(service('NodePort'), { resource, operation: 'UPDATE', oldObject: service('ClusterIP') }),
    ).rejects.toThrow('exceeded quota')
  })

  it('admits limited resources only in namespaces with a quota for them', async () => {
    const n = namespaceOf([], {
      configuration: {
        apiVersion: 'apiserver.config.k8s.io/v1',
        limitedResources: [
          { resource: 'pods', matchScopes: [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }] },
          { resource: 'pods', matchContains: ['requests.cpu'] },
        ],
      },
    })
    await n.create(podOf())
    await expect(n.create(asking('1'))).rejects.toThrow('insufficient quota to consume: requests.cpu')
    await expect(n.create(podOf({ priorityClassName: 'high' }))).rejects.toMatchObject({
      code: 500,
      message: 'insufficient quota to match these scopes: [{PriorityClass In [high]}]',
    })
  })
})

it('counts the storage of claims in whole bytes', async () => {
  const n = namespaceOf([quotaOf('q', { 'requests.storage': '500m' }, { 'requests.storage': '0' })])
  const claim = { metadata: { name: 'c', namespace: 'n' }, spec: { resources: { requests: { storage: '1.500' } } } }
  const resource = { group: '', version: 'v1', resource: 'persistentvolumeclaims' }
  await expect(n.create(claim, { resource })).rejects.toThrow('requested: requests.storage=2, used: requests.storage=0')
})
