import { expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { reconciled } from './reconciliation.ts'

const rule = (...verbs: string[]) => ({ verbs, apiGroups: [''], resources: ['pods'] })
const marks = { labels: { a: 'b' }, annotations: { c: 'd' } }

it('returns undefined for an object that lacks no rule and no label, even with another value of a label', () => {
  const live = { metadata: { name: 'r', labels: { a: 'other', x: 'y' }, annotations: { c: 'd' } }, rules: [rule('*')] }
  expect(reconciled(live, { metadata: { name: 'r', ...marks }, rules: [rule('get')] })).toBeUndefined()
})

it('restores missing rules, subjects and labels', () => {
  const live = { metadata: { name: 'r', ...marks }, rules: [rule('get')] }
  expect(reconciled(live, { metadata: { name: 'r', ...marks }, rules: [rule('get'), rule('get', 'list')] })).toEqual({
    ...live,
    rules: [rule('get'), rule('get', 'list')],
  })
  const [own, added] = [
    { kind: 'User', name: 'a' },
    { kind: 'User', name: 'b' },
  ]
  expect(reconciled({ metadata: {}, subjects: [added] }, { metadata: marks, subjects: [own] })).toEqual({
    metadata: marks,
    subjects: [added, own],
  })
})

it('adds and removes no rules of an aggregated role', () => {
  const aggregationRule = { clusterRoleSelectors: [] }
  const live = { metadata: marks, rules: [rule('get')], aggregationRule }
  expect(reconciled(live, { metadata: marks, aggregationRule })).toBeUndefined()
})

it('adds missing selectors to an aggregated role', () => {
  const [own, added] = [{ matchLabels: { a: 'b' } }, { matchLabels: { c: 'd' } }]
  const role = (...selectors: { matchLabels: { [label: string]: string } }[]): ApiObject => ({
    metadata: marks,
    aggregationRule: { clusterRoleSelectors: selectors },
  })
  expect(reconciled(role(added), role(own))).toEqual(role(added, own))
  expect(reconciled(role(added, own), role(own))).toBeUndefined()
})
