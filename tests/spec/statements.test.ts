import { afterEach, describe, expect, test } from 'vitest'
import type { ApiServer } from '../../worker/server/api-server.ts'
import { createApiServer } from '../../worker/server/api-server.ts'
import { systemClock } from '../../worker/clock/clock.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { memoryLog } from '../../worker/store/persistence/memory-log.ts'
import { inProcessClient } from '../conformance/in-process-client.ts'
import type { Exchange } from './statement.ts'
import { statements } from './statements.ts'

// Each statement has a server of the `svc` dialect.
let api: ApiServer
afterEach(() => api.close())

const pick = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], value)

/** The part with texts such as `/…/` as patterns. */
function matching(part: unknown): unknown {
  if (typeof part === 'string' && /^\/[^]*\/$/.test(part)) return expect.stringMatching(new RegExp(part.slice(1, -1)))
  if (Array.isArray(part)) return part.map(matching)
  if (typeof part === 'object' && part !== null)
    return expect.objectContaining(
      Object.fromEntries(Object.entries(part).map(([key, value]) => [key, matching(value)])),
    )
  return part
}

async function play(exchange: Exchange, kept: Map<string, string>): Promise<void> {
  const fill = (text: string): string => text.replace(/\$\{(\w+)\}/g, (_, name: string) => kept.get(name) ?? '')
  const [method = '', path = ''] = fill(exchange.send).split(' ')
  const { body, type = 'application/json', accept = 'application/json', events } = exchange
  const answer = await inProcessClient(api.handle, '').send({
    method,
    path,
    headers: { Accept: accept, Authorization: null, ...(body === undefined ? {} : { 'Content-Type': type }) },
    ...(body === undefined ? {} : { body: fill(typeof body === 'string' ? body : JSON.stringify(body)) }),
    ...(events === undefined ? {} : { watch: { ms: 3000, count: events.length } }),
  })
  const text = answer.body.toString('utf8')
  expect(answer.status, `${exchange.send}: ${text.slice(0, 500)}`).toBe(exchange.status)
  const json =
    /json/.test(answer.headers['content-type'] ?? '') && events === undefined ? (JSON.parse(text) as unknown) : { text }
  if (exchange.answer !== undefined) expect(json).toEqual(matching(JSON.parse(fill(JSON.stringify(exchange.answer)))))
  if (exchange.headers !== undefined) expect(answer.headers).toEqual(matching(exchange.headers))
  if (events !== undefined)
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(events.map(matching))
  for (const [name, from] of Object.entries(exchange.keep ?? {})) kept.set(name, String(pick(json, from)))
}

describe.each(statements)('$subject', ({ says, exchanges }) => {
  test(says, async () => {
    api = await createApiServer({ dialect: dialects.svc, clock: systemClock, log: memoryLog() })
    const kept = new Map<string, string>()
    for (const exchange of exchanges) await play(exchange, kept)
  })
})
