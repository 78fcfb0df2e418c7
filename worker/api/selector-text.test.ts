import { expect, it } from 'vitest'
import { selectorText } from './selector-text.ts'

it('shows label selectors in the order of their keys', () => {
  const matchExpressions = [
    { key: 'tier', operator: 'In', values: ['b', 'a'] },
    { key: 'old', operator: 'DoesNotExist' },
    { key: 'zone', operator: 'Exists' },
    { key: 'env', operator: 'NotIn', values: ['x'] },
  ]
  expect(selectorText({ matchLabels: { app: 'web' }, matchExpressions })).toBe(
    'app=web,env notin (x),!old,tier in (a,b),zone',
  )
  expect(selectorText({})).toBe('<none>')
  expect(selectorText(undefined)).toBe('<none>')
})
