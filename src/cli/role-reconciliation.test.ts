import { describe, expect, it } from 'vitest'
import { reconcileBinding, reconcileRole } from './role-reconciliation.ts'

const rule = (...verbs: string[]) => ({ apiGroups: [''], resources: ['pods'], verbs })

describe('reconcileRole', () => {
  it('adds only missing rules', () => {
    const { object, operation } = reconcileRole({ rules: [rule('get', 'list')] }, { rules: [rule('get')] }, false)
    expect(operation).toBe('update')
    expect(object.rules).toEqual([rule('get'), rule('list')])
    expect(reconcileRole({ rules: [rule('get')] }, { rules: [rule('*')] }, false).operation).toBeUndefined()
  })

  it('lists the rules of a new role as the file has them', () => {
    const desired = { rules: [rule('get', 'list')] }
    expect(reconcileRole(desired, undefined, false).lists[0]?.items).toEqual(desired.rules)
  })

  it('removes an aggregation that the file does not have, and adds missing selectors', () => {
    const [a, b] = [{ matchLabels: { a: '1' } }, { matchLabels: { b: '1' } }]
    const role = (...clusterRoleSelectors: object[]) => ({ aggregationRule: { clusterRoleSelectors } }) as never
    expect(reconcileRole({}, role(a), false).object).not.toHaveProperty('aggregationRule')
    expect(reconcileRole(role(b), role(a), false).object).toMatchObject(role(a, b))
    expect(reconcileRole(role(b), role(a), true).object).toMatchObject(role(b))
    expect(reconcileRole(role(a), role(a), false).operation).toBeUndefined()
  })

  it('removes extra rules with removeExtra only', () => {
    const live = { rules: [rule('get'), rule('list')] }
    expect(reconcileRole({ rules: [rule('get')] }, live, false).operation).toBeUndefined()
    expect(reconcileRole({ rules: [rule('get')] }, live, true).object.rules).toEqual([rule('get')])
  })
})

describe('reconcileBinding', () => {
  it('creates a binding to another role again', () => {
    const [one, other] = [{ roleRef: { kind: 'Role', name: 'a' } }, { roleRef: { kind: 'Role', name: 'b' } }]
    expect(reconcileBinding(other, one, false)).toMatchObject({ operation: 'recreate', object: other })
    expect(reconcileBinding(one, one, false).operation).toBeUndefined()
  })

  it('adds labels of the file', () => {
    const { object, operation } = reconcileBinding({ metadata: { labels: { a: 'b' } } }, { metadata: {} }, false)
    expect(operation).toBe('update')
    expect(object.metadata?.labels).toEqual({ a: 'b' })
  })

  it('adds subjects, and keeps the others by default', () => {
    const [a, b] = [
      { kind: 'User', name: 'a' },
      { kind: 'User', name: 'b' },
    ]
    expect(reconcileBinding({ subjects: [a] }, { subjects: [b] }, false).object.subjects).toEqual([b, a])
    expect(reconcileBinding({ subjects: [a] }, { subjects: [b] }, true).object.subjects).toEqual([a])
    expect(reconcileBinding({ subjects: [a] }, undefined, false).operation).toBe('create')
  })
})
