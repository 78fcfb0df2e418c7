import { expect, it } from 'vitest'
import { isByteStream, type ByteStream } from '../../api/exchange.ts'
import type { JsonObject } from '../../api/json.ts'
import { unauthorized } from '../../api/status.ts'
import { alwaysAllow } from '../../authorization/always-allow.ts'
import { virtualClock } from '../../clock/virtual-clock.ts'
import { dialects } from '../../dialect/dialect.ts'
import { plainText } from '../../http/payload.ts'
import { openAudit } from '../open-audit.ts'
import { auditAnswered } from './audit-answered.ts'
import { auditReceived } from './audit-received.ts'
import { exchangeOf, later, next } from './exchange-fixture.ts'

function audited() {
  const events: JsonObject[] = []
  const policy = { kind: 'Policy', apiVersion: 'audit.svc.io/v1', rules: [{ level: 'Metadata' }] }
  const sink = (event: JsonObject): boolean => events.push(event) > 0
  const audit = openAudit({
    audit: { policy, sink },
    clock: virtualClock(),
    dialect: dialects.svc,
    authorizer: alwaysAllow,
  })
  return { events, exchange: exchangeOf({ context: { audit } }) }
}

it('passes the answer on when nothing is audited', () => {
  expect(auditAnswered.run(exchangeOf(), next)).toBe(later)
})

it('writes the event of the answer with its status', async () => {
  const { events, exchange } = audited()
  await auditAnswered.run(exchange, () => auditReceived.run(exchange, next))
  expect(events).toMatchObject([
    { stage: 'RequestReceived' },
    { stage: 'ResponseComplete', responseStatus: { code: 200 } },
  ])
})

it('writes one event without a user when authentication failed', async () => {
  const { events, exchange } = audited()
  exchange.caller = undefined
  await auditAnswered.run(exchange, () => {
    exchange.failure = unauthorized().status
    return plainText(401, '')
  })
  expect(events).toMatchObject([{ stage: 'ResponseStarted', user: {}, responseStatus: { code: 401 } }])
})

it('writes an event at the start of a watch, and one at its end', async () => {
  const { events, exchange } = audited()
  const stream: ByteStream = { start: () => undefined, stop: () => undefined }
  const answer = await auditAnswered.run(exchange, () =>
    auditReceived.run(exchange, () => ({ status: 200, contentType: '', body: stream })),
  )
  expect(events.map(({ stage }) => stage)).toEqual(['RequestReceived', 'ResponseStarted'])
  if (isByteStream(answer.body)) answer.body.stop()
  expect(events.at(-1)).toMatchObject({ stage: 'ResponseComplete' })
})
