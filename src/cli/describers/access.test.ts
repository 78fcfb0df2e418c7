import { expect, test } from 'vitest'
import { roleText } from './access.ts'

test('sorts the rules of a role by the text that Go prints for them', () => {
  const rule = { verbs: ['get'], apiGroups: [''], resources: ['pods', 'pods/log'] }
  const lines = roleText({ apiVersion: 'v1', kind: 'Role', metadata: { name: 'r' }, rules: [rule] }).split('\n')
  expect(lines.filter((line) => line.includes('pods')).map((line) => line.trim().split('\t')[0])).toEqual([
    'pods/log',
    'pods',
  ])
})
