import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../../worker/api/object.ts'
import type { Attributes } from '../../../worker/authorization/authorizer.ts'
import { openPolicy } from '../../../worker/authorization/rbac/policy.ts'
import { rbac } from '../../../worker/authorization/rbac/rbac.ts'
import { virtualClock } from '../../../worker/clock/virtual-clock.ts'
import { storedEncoding } from '../../../worker/codec/encode.ts'
import { dialects } from '../../../worker/dialect/dialect.ts'
import { memoryLog } from '../../../worker/store/persistence/memory-log.ts'
import { openStore } from '../../../worker/store/revisioned-store.ts'
import { constants } from './go-constants.ts'
import type { GoValue, Scope } from './go-literals.ts'
import { evaluate, GoStruct, isGoMap } from './go-literals.ts'
import { struct } from './go-functions.ts'
import { objectOf } from './kind-rules.ts'
import { rowsIn } from './rows.ts'

const GROUP = 'rbac.authorization.k8s.io'
const SUBJECT = /^(\w+):(.*)$/

const list = (text: GoValue = ''): readonly string[] => (text === '' ? [] : String(text).split(','))
const named = (name: GoValue, namespace: GoValue = ''): GoStruct =>
  struct('metav1.ObjectMeta', { Name: name, Namespace: namespace })

/** The subjects in texts such as `User:admin`. */
const subjects = (texts: readonly GoValue[]): readonly GoStruct[] =>
  texts.map((text) => {
    const [, kind = '', name = ''] = SUBJECT.exec(String(text)) ?? []
    return struct('rbac.Subject', { Kind: kind, Name: name, APIGroup: GROUP })
  })

const reference = (kind: string, name: GoValue): GoStruct =>
  struct('rbac.RoleRef', { APIGroup: GROUP, Kind: kind, Name: name })

const functions: Scope['functions'] = {
  newRule: (verbs, groups, resources, paths) =>
    struct('rbac.PolicyRule', {
      Verbs: list(verbs),
      APIGroups: list(groups),
      Resources: list(resources),
      NonResourceURLs: list(paths),
    }),
  newClusterRole: (name = null, ...rules) => struct('rbac.ClusterRole', { ObjectMeta: named(name), Rules: rules }),
  newRoleBinding: (namespace = null, name = null, type = null, ...who) =>
    struct('rbac.RoleBinding', {
      ObjectMeta: named('b', namespace),
      RoleRef: reference(type === 1 ? 'ClusterRole' : 'Role', name),
      Subjects: subjects(who),
    }),
  newClusterRoleBinding: (name = null, ...who) =>
    struct('rbac.ClusterRoleBinding', {
      ObjectMeta: named(name),
      RoleRef: reference('ClusterRole', name),
      Subjects: subjects(who),
    }),
}

/** A request of the table, for a resource or a path. */
function attributesOf({ type, fields }: GoStruct): Attributes {
  const { User: user } = fields
  const who = user instanceof GoStruct ? user.fields : {}
  const isResource = type === 'defaultAttributes'
  const text = (field: string): string => String(fields[field] ?? '')
  const userGroups = Array.isArray(who['Groups']) ? who['Groups'].map(String) : []
  const groups = isResource ? list(fields['groups']) : userGroups
  return {
    user: { username: isResource ? text('user') : String(who['Name'] ?? ''), uid: '', groups, extra: {} },
    verb: isResource ? text('verb') : text('Verb'),
    resourceRequest: isResource,
    group: text('apiGroup'),
    version: 'v1',
    resource: text('resource'),
    subresource: text('subresource'),
    namespace: text('namespace'),
    name: '',
    path: text('Path'),
  }
}

describe('the RBAC authorizer tests of the real server', () => {
  it.each(rowsIn('authorizer/rbac/rbac_test', 'TestAuthorizer', 'tests'))('$name', async ({ row }) => {
    const value = evaluate(row, { constants, functions })
    const fields = isGoMap(value) ? value : {}
    const structs = (name: string): readonly GoStruct[] => {
      const member = fields[name]
      return Array.isArray(member) ? member.filter((item: GoValue) => item instanceof GoStruct) : []
    }
    const store = await openStore({
      log: memoryLog(),
      clock: virtualClock(),
      report: console.error,
      ...storedEncoding,
    })
    const put = async (resource: string, object: ApiObject): Promise<void> => {
      const { name = '', namespace = '' } = object.metadata ?? {}
      const metadata = { ...object.metadata, uid: name, creationTimestamp: '2019-06-01T10:00:00Z' }
      await store.put({ resource, namespace, name }, { ...object, metadata }, 0)
    }
    for (const kind of ['clusterRoles', 'roles', 'clusterRoleBindings', 'roleBindings']) {
      const storage = `${GROUP}/${kind.toLowerCase()}`
      for (const object of structs(kind)) await put(storage, objectOf(storage, object))
    }
    const authorizer = rbac(openPolicy(store, dialects.k8s), dialects.k8s)
    const effects = async (name: string) =>
      Promise.all(structs(name).map(async (one) => (await authorizer.authorize(attributesOf(one))).effect))
    expect(new Set(await effects('shouldPass'))).toEqual(new Set(['allow']))
    expect(new Set(await effects('shouldFail'))).toEqual(new Set(['no-opinion']))
    await store.close()
  })
})
