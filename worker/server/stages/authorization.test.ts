import { expect, it } from 'vitest'
import { alwaysAllow } from '../../authorization/always-allow.ts'
import { alwaysDeny } from '../../authorization/always-deny.ts'
import type { Authorizer } from '../../authorization/authorizer.ts'
import { authorization } from './authorization.ts'
import { exchangeOf, later, next } from './exchange-fixture.ts'

const asking = (authorizer: Authorizer) => exchangeOf({ context: { cluster: { authorizer } as never } })

it('lets an allowed request pass', () => {
  expect(authorization.run(asking(alwaysAllow), next)).toBe(later)
})

it('refuses a request that is not allowed, and names user, verb and resource', () => {
  expect(() => authorization.run(asking(alwaysDeny), next)).toThrow(/User "ada" cannot list resource "pods"/)
})
