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

  it('removes extra rules when asked to', () => {
    const live = { rules: [rule('get'), rule('list')] }
    expect(reconcileRole({ rules: [rule('get')] }, live, false).operation).toBeUndefined()
    expect(reconcileRole({ rules: [rule('get')] }, live, true).object.rules).toEqual([rule('get')])
  })
})

describe('reconcileBinding', () => {
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
