import { expect, it } from 'vitest'
import type { Attributes } from '../authorization/authorizer.ts'
import { accessReview } from './access-reviews.ts'
import type { Environment } from './environment.ts'
import type { Caller } from './verbs.ts'

it('covers every version when a review names none', async () => {
  const asked: Attributes[] = []
  const authorize = (attributes: Attributes) => {
    asked.push(attributes)
    return Promise.resolve({ effect: 'allow', reason: '' })
  }
  const environment = { authorizer: { authorize } } as unknown as Environment
  const review = (spec: object) => accessReview(environment, {} as Caller, { spec: { user: 'jane', ...spec } }, 'g')
  await review({ resourceAttributes: { verb: 'get', resource: 'pods' } })
  await review({ resourceAttributes: { verb: 'get', resource: 'pods', version: 'v1' } })
  await review({ nonResourceAttributes: { verb: 'get', path: '/api' } })
  expect(asked.map(({ version }) => version)).toEqual(['*', 'v1', ''])
})
