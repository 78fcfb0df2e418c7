import { expect, it } from 'vitest'
import { actionText } from './action-text.ts'

it.each([
  [{ run: 'kubectl get pods' }, 'kubectl get pods'],
  [{ apply: 'apiVersion: v1\nkind: Pod\n' }, 'apply of Pod'],
  [{ apply: '{"kind":"Pod"}' }, 'apply of a manifest'],
  [{ handler: 'quota.handler.ts' }, 'handler quota.handler.ts'],
  [{ answer: [0] }, 'an answer'],
])('describes the action %j', (action, text) => {
  expect(actionText(action)).toBe(text)
})
