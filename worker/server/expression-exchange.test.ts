import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { send } from './api-server-fixture.ts'
import { createApiServer, type ApiServer } from './api-server.ts'

let server: ApiServer
beforeEach(async () => {
  server = await createApiServer({ dialect: dialects.k8s, clock: virtualClock(), log: memoryLog() })
})
afterEach(() => server.close())

const ask = async (context: string, expression: string, more: JsonObject = {}): Promise<JsonObject> =>
  (await send(server.handle, 'POST', '/debug/expression', { body: { context, expression, ...more } })).json

const SCHEMA = {
  type: 'object',
  properties: {
    names: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 5 } },
    size: { type: 'integer' },
  },
}

describe('POST /debug/expression', () => {
  it('evaluates a rule of a definition by its schema, with the cost of each part', async () => {
    const variables = { self: { names: ['a', 'b'], size: 2 } }
    const answer = await ask('definition', 'self.names.size() == self.size', { variables, schema: SCHEMA })
    expect(answer).toMatchObject({ value: 'true', type: 'bool', declared: [{ name: 'self' }, { name: 'oldSelf' }] })
    expect(answer['parts']).toMatchObject([
      { text: 'self.names.size() == self.size', value: 'true' },
      { text: 'self.names.size()', value: '2' },
      { text: 'self.names', value: '["a", "b"]' },
      { text: 'self' },
      { text: 'self.size', value: '2' },
    ])
    expect(answer['cost']).toBeGreaterThan(0)
    expect(answer['maxCost']).toBeGreaterThan(0)
  })

  it('declares the variables of a policy with their types, and no params for a match condition', async () => {
    const variables = { object: { spec: { replicas: 7 } }, request: { operation: 'CREATE' } }
    expect(
      await ask('policy', 'object.spec.replicas <= 5 || request.operation == "UPDATE"', { variables }),
    ).toMatchObject({
      value: 'false',
    })
    expect(await ask('policy', 'request.verb == "x"', { variables })).toMatchObject({
      error: expect.stringContaining("undefined field 'verb'") as string,
      parts: expect.arrayContaining([
        {
          text: 'request',
          type: expect.any(String) as string,
          value: expect.any(String) as string,
          cost: expect.any(Number) as number,
          maxCost: expect.any(Number) as number,
        },
      ]) as [],
    })
    expect(await ask('match-condition', 'params == null', { variables })).toMatchObject({
      error: expect.stringContaining("undeclared reference to 'params'") as string,
    })
  })

  it('lets the authorizer of the cluster decide for the caller', async () => {
    const variables = { request: { resource: { group: '', resource: 'pods' }, namespace: 'default' } }
    const question = `authorizer.group('').resource('pods').check('get').allowed()`
    expect(await ask('policy', question, { variables })).toMatchObject({ value: 'true' })
  })

  it('ends an expression that would run for long', async () => {
    const ten = '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]'
    const nested = Array.from({ length: 9 }, (_, at) => `${ten}.all(v${at}, `).join('')
    expect(await ask('policy', `${nested}true${')'.repeat(9)}`)).toMatchObject({
      error: expect.stringContaining('cost') as string,
    })
  })

  it('refuses an unknown context, a long expression and other methods', async () => {
    expect(await ask('elsewhere', 'true')).toMatchObject({ code: 400 })
    expect(await ask('policy', 'x'.repeat(20_000))).toMatchObject({ code: 400 })
    expect((await send(server.handle, 'GET', '/debug/expression')).json).toMatchObject({ code: 405 })
  })
})
