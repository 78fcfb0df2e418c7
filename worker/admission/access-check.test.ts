import { expect, it } from 'vitest'
import { NO_RULES, type Authorizer, type Decision } from '../authorization/authorizer.ts'
import { LoadedValues } from '../runtime/loaded-values.ts'
import { accessCheck } from './access-check.ts'

const user = { username: 'u', uid: '', groups: [], extra: {} }
const resource = { group: '', resource: 'pods', subresource: '', namespace: 'n', name: '' }

it('loads the decisions of a remote authorizer in the order in which expressions read them', async () => {
  const verbs: string[] = []
  const remote: Authorizer = {
    name: 'remote',
    authorize({ verb }) {
      verbs.push(verb)
      return Promise.resolve({ effect: verb === 'get' ? 'allow' : 'no-opinion', reason: verb })
    },
    rules: () => NO_RULES,
  }
  const decisions = new LoadedValues<Decision>()
  const check = accessCheck(remote, user, decisions)
  const answers = decisions.compute(() => ['get', 'list', 'get'].map((verb) => check({ verb, resource })))
  expect(await answers).toEqual([
    { allowed: true, reason: 'get' },
    { allowed: false, reason: 'list' },
    { allowed: true, reason: 'get' },
  ])
  expect(verbs).toEqual(['get', 'list'])
})
