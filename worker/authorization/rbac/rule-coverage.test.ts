import { describe, expect, it } from 'vitest'
import type { PolicyRule } from '../authorizer.ts'
import { describeRules, missingRules } from './rule-coverage.ts'

const nothing: PolicyRule = { verbs: [], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] }
const on = (verbs: string, resources: string, names = ''): PolicyRule => ({
  ...nothing,
  verbs: verbs.split(' '),
  apiGroups: [''],
  resources: resources.split(' '),
  resourceNames: names === '' ? [] : names.split(' '),
})
const paths = (verbs: string, urls: string): PolicyRule => ({
  ...nothing,
  verbs: verbs.split(' '),
  nonResourceURLs: urls.split(' '),
})

describe('missingRules', () => {
  it('returns nothing for a rule that several rules cover together', () => {
    expect(missingRules([on('get', 'pods'), on('list', 'pods secrets')], [on('get list', 'pods')])).toEqual([])
    expect(missingRules([on('*', '*')], [on('get', 'pods/log', 'a')])).toEqual([])
    expect(missingRules([on('get', '*/scale')], [on('get', 'deployments/scale')])).toEqual([])
  })

  it('returns the missing permissions', () => {
    expect(missingRules([on('get', 'pods', 'a')], [on('get', 'pods', 'a b')])).toEqual([on('get', 'pods', 'b')])
    expect(missingRules([on('get', 'pods', 'a')], [on('get', 'pods')])).toEqual([on('get', 'pods')])
    expect(missingRules([on('get', '*/scale')], [on('get', 'deployments')])).toEqual([on('get', 'deployments')])
  })

  it('returns a rule of more than 10,000 units unsplit, unless one rule covers all of it', () => {
    const texts = Array.from({ length: 200 }, (_, i) => `x${i}`)
    const vast = { verbs: texts, apiGroups: texts, resources: texts, resourceNames: texts, nonResourceURLs: [] }
    expect(missingRules([on('get', 'pods')], [vast])).toEqual([vast])
    expect(missingRules([{ ...on('*', '*'), apiGroups: ['*'] }], [vast])).toEqual([])
  })

  it('matches non-resource URLs by prefix', () => {
    expect(missingRules([paths('get', '/a/* /b')], [paths('get', '/a/x /b /a/*')])).toEqual([])
    expect(missingRules([paths('get', '/a/*')], [paths('get', '/a *')])).toEqual([
      paths('get', '/a'),
      paths('get', '*'),
    ])
  })
})

describe('describeRules', () => {
  it('combines the verbs on one resource, and sorts the rules', () => {
    const rules = missingRules([], [on('list get', 'secrets pods'), paths('get', '/b')])
    expect(describeRules(rules)).toBe(
      [
        '{APIGroups:[""], Resources:["pods"], Verbs:["list" "get"]}',
        '{APIGroups:[""], Resources:["secrets"], Verbs:["list" "get"]}',
        '{NonResourceURLs:["/b"], Verbs:["get"]}',
      ].join('\n'),
    )
  })

  it('joins rules with more verbs than the stack has room for', () => {
    const verbs = Array.from({ length: 600_000 }, (_, i) => `x${i}`)
    expect(describeRules([on('get', 'pods'), { ...on('', 'pods'), verbs }])).toContain('x599999')
  })
})
