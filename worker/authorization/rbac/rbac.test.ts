import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { virtualClock } from '../../clock/virtual-clock.ts'
import { storedEncoding } from '../../codec/encode.ts'
import { dialects } from '../../dialect/dialect.ts'
import { memoryLog } from '../../store/persistence/memory-log.ts'
import { openStore } from '../../store/revisioned-store.ts'
import type { Store } from '../../store/store.ts'
import type { Attributes, Authorizer } from '../authorizer.ts'
import { openPolicy } from './policy.ts'
import { rbac } from './rbac.ts'

const GROUP = 'rbac.authorization.svc.io'
let store: Store
let authorizer: Authorizer

beforeEach(async () => {
  store = await openStore({ log: memoryLog(), clock: virtualClock(), report: console.error, ...storedEncoding })
  authorizer = rbac(openPolicy(store, dialects.svc), dialects.svc)
})
afterEach(() => store.close())

async function put(resource: string, namespace: string, name: string, content: ApiObject): Promise<void> {
  const key = { resource: `${GROUP}/${resource}`, namespace, name }
  const before = store.get(key)
  await store.put(key, { ...content, metadata: { name, namespace } }, before?.revision ?? 0)
}

const remove = (resource: string, namespace: string, name: string) => {
  const key = { resource: `${GROUP}/${resource}`, namespace, name }
  return store.remove(key, store.get(key)?.revision ?? 0)
}

const rules = (...verbs: string[]) => ({ rules: [{ verbs, apiGroups: [''], resources: ['pods'] }] })
const binding = (kind: string, role: string, ...subjects: Record<string, string>[]) => ({
  roleRef: { apiGroup: GROUP, kind, name: role },
  subjects,
})

const jane = { username: 'jane', uid: '', groups: ['dev'], extra: {} }
const toDo: Attributes = {
  user: jane,
  verb: 'get',
  resourceRequest: true,
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  namespace: 'shop',
  name: 'web',
  path: '',
}
const ask = (more: Partial<Attributes> = {}) => authorizer.authorize({ ...toDo, ...more })

describe('rbac', () => {
  it('allows the permissions of a bound role, with the reason', async () => {
    expect(ask()).toEqual({ effect: 'no-opinion', reason: '' })
    await put('roles', 'shop', 'reader', rules('get'))
    await put('rolebindings', 'shop', 'b', binding('Role', 'reader', { kind: 'Group', name: 'dev' }))
    expect(ask()).toEqual({
      effect: 'allow',
      reason: 'RBAC: allowed by RoleBinding "b/shop" of Role "reader" to Group "dev"',
    })
    expect(ask({ verb: 'list' })).toMatchObject({ effect: 'no-opinion' })
    expect(ask({ namespace: 'other' })).toMatchObject({ effect: 'no-opinion' })
    expect(ask({ namespace: '' })).toMatchObject({ effect: 'no-opinion' })
  })

  it('follows every change of roles and bindings', async () => {
    await put('clusterroles', '', 'reader', rules('get'))
    await put('clusterrolebindings', '', 'b', binding('ClusterRole', 'reader', { kind: 'User', name: 'jane' }))
    expect(ask()).toMatchObject({ effect: 'allow' })
    await put('clusterroles', '', 'reader', rules('list'))
    expect(ask()).toMatchObject({ effect: 'no-opinion' })
    expect(ask({ verb: 'list' })).toMatchObject({ effect: 'allow' })
    await put('clusterrolebindings', '', 'b', binding('ClusterRole', 'reader', { kind: 'User', name: 'joe' }))
    expect(ask({ verb: 'list' })).toMatchObject({ effect: 'no-opinion' })
    expect(ask({ verb: 'list', user: { ...jane, username: 'joe' } })).toMatchObject({ effect: 'allow' })
    await remove('clusterrolebindings', '', 'b')
    expect(ask({ verb: 'list', user: { ...jane, username: 'joe' } })).toMatchObject({ effect: 'no-opinion' })
  })

  it('reads roles that were stored before the start', async () => {
    await put('clusterroles', '', 'reader', rules('get'))
    await put('rolebindings', 'shop', 'b', binding('ClusterRole', 'reader', { kind: 'ServiceAccount', name: 'robot' }))
    const later = rbac(openPolicy(store, dialects.svc), dialects.svc)
    const user = { ...jane, username: 'system:serviceaccount:shop:robot' }
    expect(later.authorize({ ...toDo, user })).toEqual({
      effect: 'allow',
      reason: 'RBAC: allowed by RoleBinding "b/shop" of ClusterRole "reader" to ServiceAccount "robot/shop"',
    })
  })

  it('names bound roles that are missing, in the reason of a refusal and beside the rules', async () => {
    await put('rolebindings', 'shop', 'b', binding('Role', 'gone', { kind: 'User', name: 'jane' }))
    await put('clusterrolebindings', '', 'c', binding('ClusterRole', 'gone', { kind: 'Group', name: 'dev' }))
    const role = `role.${GROUP} "gone" not found`
    expect(ask()).toEqual({ effect: 'no-opinion', reason: `RBAC: [cluster${role}, ${role}]` })
    expect(authorizer.rules(jane, 'shop')).toMatchObject({ rules: [], error: `[cluster${role}, ${role}]` })
  })

  it('reads no role before the first check', () => {
    const followed = vi.spyOn(store, 'watch')
    const later = rbac(openPolicy(store, dialects.svc), dialects.svc)
    expect(followed).not.toHaveBeenCalled()
    void later.authorize(toDo)
    void later.authorize(toDo)
    expect(followed).toHaveBeenCalledTimes(4)
  })

  it('lists the rules of a binding once when several of its subjects match the user', async () => {
    const subjects = [
      { kind: 'User', name: 'jane' },
      { kind: 'Group', name: 'dev' },
    ]
    await put('roles', 'shop', 'reader', rules('get'))
    await put('rolebindings', 'shop', 'b', binding('Role', 'reader', ...subjects))
    expect(authorizer.rules(jane, 'shop')).toMatchObject({
      rules: [{ verbs: ['get'], resources: ['pods'] }],
      error: '',
    })
    expect(authorizer.rules(jane, 'other')).toMatchObject({ rules: [] })
  })
})
