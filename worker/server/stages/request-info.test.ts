import { expect, it } from 'vitest'
import { exchangeOf, later, next } from './exchange-fixture.ts'
import { requestInfo } from './request-info.ts'

it('reads the verb and the resource for the later stages', () => {
  const exchange = exchangeOf({ method: 'DELETE', url: '/apis/apps/v1/namespaces/a/deployments/web' })
  exchange.requestInfo = undefined
  expect(requestInfo.run(exchange, next)).toBe(later)
  expect(exchange.info).toMatchObject({ verb: 'delete', group: 'apps', resource: 'deployments', name: 'web' })
})

it('refuses an unreadable URL, and leaves its exchange without request info', () => {
  const exchange = exchangeOf()
  exchange.requestInfo = undefined
  exchange.request = { ...exchange.request, url: '/%zz' }
  expect(() => requestInfo.run(exchange, next)).toThrow('400 Bad Request')
  expect(() => exchange.info).toThrow('behind the stage request-info')
})
