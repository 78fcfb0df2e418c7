import { expect, it } from 'vitest'
import { alwaysAllow } from '../../authorization/always-allow.ts'
import { alwaysDeny } from '../../authorization/always-deny.ts'
import type { Authorizer } from '../../authorization/authorizer.ts'
import { ada, exchangeOf, later, next } from './exchange-fixture.ts'
import { impersonation } from './impersonation.ts'

const asking = (authorizer: Authorizer, headers = {}) =>
  exchangeOf({ headers, context: { cluster: { authorizer } as never } })

it('keeps the caller as the user without impersonation headers', () => {
  const exchange = asking(alwaysDeny)
  expect(impersonation.run(exchange, next)).toBe(later)
  expect(exchange.user).toBe(ada)
})

it('makes the impersonated user the user of the later stages, and keeps the caller', async () => {
  const exchange = asking(alwaysAllow, { 'impersonate-user': 'bob' })
  await impersonation.run(exchange, next)
  expect([exchange.user.username, exchange.caller?.username]).toEqual(['bob', 'ada'])
})

it('refuses a caller that may not impersonate', async () => {
  const exchange = asking(alwaysDeny, { 'impersonate-user': 'bob' })
  await expect(impersonation.run(exchange, next)).rejects.toMatchObject({ code: 403 })
})
