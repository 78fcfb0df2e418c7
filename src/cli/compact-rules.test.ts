import { expect, test } from 'vitest'
import { ruleRows } from './compact-rules.ts'

test('joins the verbs of a resource and keeps each verb once', () => {
  const rule = { apiGroups: ['apps'], resources: ['deployments/scale'] }
  expect(
    ruleRows([
      { ...rule, verbs: ['get'] },
      { ...rule, verbs: ['list', 'get'] },
      { ...rule, verbs: ['get'], resourceNames: ['x'] },
    ]),
  ).toEqual([
    ['deployments.apps/scale', '[]', '[]', '[get list]'],
    ['deployments.apps/scale', '[]', '[x]', '[get]'],
  ])
})

test('prints each verb of a path in its own row', () => {
  expect(ruleRows([{ nonResourceURLs: ['/x'], verbs: ['post', 'get'] }])).toEqual([
    ['', '[/x]', '[]', '[get]'],
    ['', '[/x]', '[]', '[post]'],
  ])
})

test('prints no row for a resource without verbs', () => {
  expect(ruleRows([{ apiGroups: [''], resources: ['pods'], verbs: [] }])).toEqual([])
})
