import { expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { alwaysAllow } from '../../authorization/always-allow.ts'
import { virtualClock } from '../../clock/virtual-clock.ts'
import { dialects } from '../../dialect/dialect.ts'
import { openAudit } from '../open-audit.ts'
import { auditReceived } from './audit-received.ts'
import { exchangeOf, later, next } from './exchange-fixture.ts'

function audited(level: string, isStored: boolean | Promise<boolean> = true) {
  const events: JsonObject[] = []
  const policy = { kind: 'Policy', apiVersion: 'audit.svc.io/v1', rules: [{ level }] }
  const sink = (event: JsonObject): boolean | Promise<boolean> => {
    events.push(event)
    return isStored
  }
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

it('waits until the event is stored, and refuses the request when it is lost', async () => {
  const stored = audited('Metadata', Promise.resolve(true))
  expect(await auditReceived.run(stored.exchange, next)).toBe(later)
  const lost = audited('Metadata', Promise.resolve(false))
  await expect(auditReceived.run(lost.exchange, next)).rejects.toMatchObject({
    status: 500,
    message: 'Internal Server Error: "/api/v1/pods": failed to store audit event\n',
  })
  expect(lost.exchange.audit).toBeUndefined()
})
