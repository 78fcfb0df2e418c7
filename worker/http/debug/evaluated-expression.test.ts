import { expect, it } from 'vitest'
import type { Attributes, Authorizer } from '../../authorization/authorizer.ts'
import { evaluateExpression } from './evaluated-expression.ts'

const mallory = { username: 'mallory', uid: '', groups: [], extra: {} }

/** `mallory` may do what is listed; every ServiceAccount may do everything. */
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

it('shows the permissions of a ServiceAccount only to a caller who may impersonate it', async () => {
  const ask = async (authorizer: Authorizer) =>
    (await evaluateExpression({ context: 'policy', expression: CHECK, variables: {} }, authorizer, mallory)).value
  expect(await ask(authorizerWith())).toBe('false')
  expect(await ask(authorizerWith('impersonate serviceaccounts kube-system/other'))).toBe('false')
  expect(await ask(authorizerWith('impersonate serviceaccounts kube-system/root'))).toBe('true')
})
