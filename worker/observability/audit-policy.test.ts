import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import { dialects } from '../dialect/dialect.ts'
import { readAuditPolicy, type AuditAttributes } from './audit-policy.ts'

const user = { username: 'tim@k8s.io', uid: '', groups: ['humans', 'developers'], extra: {} }
const pod: AuditAttributes = {
  user,
  verb: 'get',
  path: '/api/v1/namespaces/default/pods/busybox',
  resourceRequest: true,
  group: '',
  resource: 'pods',
  subresource: '',
  namespace: 'default',
  name: 'busybox',
}
const log = { ...pod, subresource: 'log' }
const role = { ...pod, group: 'rbac', resource: 'clusterroles', namespace: '', name: 'edit' }
const file = { ...pod, resourceRequest: false, path: '/logs/kubelet.log', resource: '', namespace: '', name: '' }

const policy = (...rules: JsonObject[]): JsonObject => ({ kind: 'Policy', apiVersion: 'audit.k8s.io/v1', rules })
const read = (document: JsonObject) => readAuditPolicy(document, dialects.k8s)
const matches = (rule: JsonObject, attributes: AuditAttributes): boolean =>
  read(policy({ level: 'Metadata', ...rule }))(attributes).level === 'Metadata'

const resources = (...names: string[]) => ({ resources: [{ resources: names }] })

describe('a rule', () => {
  it.each<[JsonObject, string]>([
    [{}, 'pod log role file'],
    [{ users: ['tim@k8s.io'] }, 'pod log role file'],
    [{ users: ['other'] }, ''],
    [{ userGroups: ['humans'] }, 'pod log role file'],
    [{ userGroups: ['system:serviceaccounts'] }, ''],
    [{ verbs: ['create'] }, ''],
    [{ namespaces: ['default'] }, 'pod log'],
    [{ namespaces: [''] }, 'role'],
    [resources('pods'), 'pod'],
    [resources('pods/log'), 'log'],
    [resources('pods/*'), 'pod log'],
    [resources('*/log'), 'log'],
    [resources('*'), 'pod log'],
    [{ resources: [{ group: 'rbac' }] }, 'role'],
    [{ resources: [{ group: 'rbac', resources: ['clusterroles'], resourceNames: ['edit'] }] }, 'role'],
    [{ resources: [{ group: 'rbac', resources: ['clusterroles'], resourceNames: ['view'] }] }, ''],
    [{ nonResourceURLs: ['/logs*'] }, 'file'],
    [{ nonResourceURLs: ['/metrics'] }, ''],
    [{ nonResourceURLs: ['*'] }, 'file'],
  ])('%j matches %j', (rule, expected) => {
    const found = Object.entries({ pod, log, role, file }).filter(([, attributes]) => matches(rule, attributes))
    expect(found.map(([name]) => name).join(' ')).toBe(expected)
  })

  it('matches a request without a user only when the rule names no users', () => {
    expect(matches({ users: ['tim@k8s.io'] }, { ...pod, user: undefined })).toBe(false)
    expect(matches({ verbs: ['get'] }, { ...pod, user: undefined })).toBe(true)
  })
})

describe('a policy', () => {
  it('applies the first rule that matches; a request that no rule matches is not recorded', () => {
    const decide = read(policy({ level: 'None', verbs: ['get'] }, { level: 'Request', ...resources('pods') }))
    expect(decide(pod).level).toBe('None')
    expect(decide({ ...pod, verb: 'create' }).level).toBe('Request')
    expect(decide({ ...role, verb: 'create' }).level).toBe('None')
  })

  it('omits the stages that the policy or the rule omits; a rule decides on managed fields', () => {
    const decision = read({
      ...policy({ level: 'Metadata', omitStages: ['Panic'], omitManagedFields: false }),
      omitStages: ['RequestReceived'],
      omitManagedFields: true,
    })(pod)
    expect([...decision.omitStages].sort()).toEqual(['Panic', 'RequestReceived'])
    expect(decision.omitManagedFields).toBe(false)
  })

  it.each<[JsonObject, string]>([
    [{ kind: 'Policy', apiVersion: 'v1', rules: [] }, 'apiVersion audit.k8s.io/v1'],
    [policy(), 'at least one rule'],
    [policy({ level: 'Loud' }), 'rules[0].level'],
    [policy({ level: 'None', verbs: 'get' }), 'rules[0].verbs'],
    [policy({ level: 'None', omitStages: ['Late'] }), 'not Late'],
    [policy({ level: 'None', nonResourceURLs: ['/x'], namespaces: ['a'] }), 'not both'],
    [policy({ level: 'None', nonResourceURLs: ['logs'] }), 'with /: logs'],
    [policy({ level: 'None', nonResourceURLs: ['/logs/*.log'] }), 'with its *: /logs/*.log'],
    [
      policy({ level: 'None', resources: [{ group: 'apps/v1' }] }),
      'without its version in rules[0].resources[0].group',
    ],
    [policy({ level: 'None', resources: [{ resourceNames: ['a'] }] }), 'resources beside resourceNames'],
  ])('%j is refused', (document, why) => {
    expect(() => read(document)).toThrow(why)
  })
})
