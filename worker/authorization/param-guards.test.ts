import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiObject } from '../api/object.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { buildCatalog } from '../resources/catalog.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { openStore } from '../store/revisioned-store.ts'
import { plainEncoding } from '../store/store-fixtures.ts'
import type { Store } from '../store/store.ts'
import type { Attributes, Authorizer } from './authorizer.ts'
import { NO_OPINION, NO_RULES } from './authorizer.ts'
import { paramGuards } from './param-guards.ts'

const dialect = dialects.k8s
const POLICIES = 'admissionregistration.k8s.io/validatingadmissionpolicies'
const BINDINGS = 'admissionregistration.k8s.io/validatingadmissionpolicybindings'
const user = { username: 'ann', uid: '', groups: ['a', 'b'], extra: { k: ['v', 'w'] } }

let store: Store
let asked: Attributes[]
let mayRead: boolean

beforeEach(async () => {
  store = await openStore({ log: memoryLog(), clock: virtualClock(), ...plainEncoding })
  asked = []
  mayRead = false
})

const authorizer: Authorizer = {
  name: 'test',
  authorize(attributes) {
    asked.push(attributes)
    return mayRead ? { effect: 'allow', reason: '' } : NO_OPINION
  },
  rules: () => NO_RULES,
}

async function write(storage: string, object: ApiObject, old?: ApiObject): Promise<void> {
  const guard = paramGuards({ authorizer, catalog: buildCatalog({ dialect }), store, dialect }).get(storage)
  await guard?.({ user, namespace: '', name: '', object, old })
}

const policy = (paramKind?: { apiVersion: string; kind: string }): ApiObject => ({
  metadata: { name: 'p' },
  spec: { ...(paramKind && { paramKind }) },
})
const maps = { apiVersion: 'v1', kind: 'ConfigMap' }

describe('the author of a policy or binding with params', () => {
  it('must have permission to get all objects of the paramKind', async () => {
    await expect(write(POLICIES, policy(maps))).rejects.toThrow(
      'spec.paramKind: Forbidden: user &{ann  [a b] map[k:[v w]]} must have "get" permission on all objects of the referenced paramKind (kind=ConfigMap, apiVersion=v1)',
    )
    expect(asked).toMatchObject([
      { verb: 'get', group: '', version: 'v1', resource: 'configmaps', namespace: '*', name: '*' },
    ])
    mayRead = true
    await expect(write(POLICIES, policy(maps))).resolves.toBeUndefined()
  })

  it('needs permission on every resource for an unknown kind, and none without a paramKind or for an unchanged policy', async () => {
    await expect(write(POLICIES, policy({ apiVersion: 'a.b/v1', kind: 'Nope' }))).rejects.toThrow('kind=Nope')
    expect(asked).toMatchObject([{ group: 'a.b', version: 'v1', resource: '*' }])
    await write(POLICIES, policy())
    await write(POLICIES, policy(maps), policy(maps))
    expect(asked).toHaveLength(1)
  })

  it('must have permission to get the named param of a binding, or to list the params without a name', async () => {
    const stored = { ...policy(maps), metadata: { name: 'p', uid: 'u', creationTimestamp: '2024-05-01T10:00:00Z' } }
    await store.put({ resource: POLICIES, namespace: '', name: 'p' }, stored, 0)
    const binding = (paramRef: { name?: string; namespace?: string }): ApiObject => ({
      metadata: { name: 'b' },
      spec: { policyName: 'p', paramRef },
    })
    await expect(write(BINDINGS, binding({ name: 'x', namespace: 'n' }))).rejects.toThrow(
      'spec.paramRef: Forbidden: user get does not have "&{ann  [a b] map[k:[v w]]}" permission on the object',
    )
    await expect(write(BINDINGS, binding({}))).rejects.toThrow('user list does not have')
    expect(asked).toMatchObject([
      { verb: 'get', resource: 'configmaps', namespace: 'n', name: 'x' },
      { verb: 'list', resource: 'configmaps', namespace: '', name: '' },
    ])
  })
})
