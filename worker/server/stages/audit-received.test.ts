import { expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { alwaysAllow } from '../../authorization/always-allow.ts'
import { virtualClock } from '../../clock/virtual-clock.ts'
import { dialects } from '../../dialect/dialect.ts'
import { openAudit } from '../open-audit.ts'
import { auditReceived } from './audit-received.ts'
import { exchangeOf, later, next } from './exchange-fixture.ts'

function audited(level: string) {
  const events: JsonObject[] = []
  const policy = { kind: 'Policy', apiVersion: 'audit.svc.io/v1', rules: [{ level }] }
  const sink = (event: JsonObject): void => void events.push(event)
  const audit = openAudit({
    audit: { policy, sink },
    clock: virtualClock(),
    dialect: dialects.svc,
    authorizer: alwaysAllow,
  })
  return { events, exchange: exchangeOf({ context: { audit } }) }
}

it('writes the event of a received request with its caller, and lets the trace annotate the event', () => {
  const { events, exchange } = audited('Metadata')
  expect(auditReceived.run(exchange, next)).toBe(later)
  expect(events).toMatchObject([{ stage: 'RequestReceived', verb: 'list', user: { username: 'ada' } }])
  expect(exchange.trace.annotate).toBeDefined()
})

it('begins no event that the policy leaves out', () => {
  const { events, exchange } = audited('None')
  void auditReceived.run(exchange, next)
  expect([events, exchange.audit]).toEqual([[], undefined])
})
