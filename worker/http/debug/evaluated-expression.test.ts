import { expect, it } from 'vitest'
import type { Attributes, Authorizer } from '../../authorization/authorizer.ts'
import { evaluateExpression } from './evaluated-expression.ts'

const mallory = { username: 'mallory', uid: '', groups: [], extra: {} }

/** Allows `mallory` only the listed actions, each written as `verb resource namespace/name`. Allows any other user everything. */
const authorizerWith = (...allowed: readonly string[]): Authorizer => ({
  name: 'test',
  authorize: ({ user, verb, resource, namespace, name }: Attributes) => ({
    effect:
      user.username !== 'mallory' || allowed.includes(`${verb} ${resource} ${namespace}/${name}`) ? 'allow' : 'deny',
    reason: '',
  }),
  rules: () => Promise.reject(new Error('not asked')),
})

const CHECK =
  "authorizer.serviceAccount('kube-system', 'root').group('').resource('secrets').namespace('a').check('get').allowed()"

it('shows the permissions of a ServiceAccount as denied to a caller who may not impersonate it', async () => {
  const ask = async (authorizer: Authorizer) =>
    (await evaluateExpression({ context: 'policy', expression: CHECK, variables: {} }, authorizer, mallory)).value
  expect(await ask(authorizerWith())).toBe('false')
  expect(await ask(authorizerWith('impersonate serviceaccounts kube-system/other'))).toBe('false')
  expect(await ask(authorizerWith('impersonate serviceaccounts kube-system/root'))).toBe('true')
})
