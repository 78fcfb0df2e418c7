import { expect, it } from 'vitest'
import { retried } from '../runtime/awaited-value.ts'
import { NO_RULES, type Authorizer } from '../authorization/authorizer.ts'
import { accessCheck } from './access-check.ts'

const user = { username: 'u', uid: '', groups: [], extra: {} }
const resource = { group: '', resource: 'pods', subresource: '', namespace: 'n', name: '' }

it('waits for an authorizer that takes time, in the middle of an expression', async () => {
  const remote: Authorizer = {
    name: 'remote',
    authorize: ({ verb }) => Promise.resolve({ effect: verb === 'get' ? 'allow' : 'no-opinion', reason: verb }),
    rules: () => NO_RULES,
  }
  const check = accessCheck(remote, user)
  const answers = retried(() => ['get', 'list', 'get'].map((verb) => check({ verb, resource })))
  expect(await answers).toEqual([
    { allowed: true, reason: 'get' },
    { allowed: false, reason: 'list' },
    { allowed: true, reason: 'get' },
  ])
})
