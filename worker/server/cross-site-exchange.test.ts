import { afterAll, beforeAll, expect, it } from 'vitest'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { send } from './api-server-fixture.ts'
import { createApiServer, type ApiServer } from './api-server.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const map = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' } }
const cors = { allowsOrigin: (origin: string) => origin === 'https://shop.example' }

let server: ApiServer

beforeAll(async () => {
  server = await createApiServer({ dialect: dialects.svc, clock: virtualClock(), log: memoryLog(), cors })
})
afterAll(() => server.close())

it('refuses a write that a page of another origin sends without a preflight, and writes nothing', async () => {
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
  const answer = await send(server.handle, 'POST', maps, { body: map, headers })
  expect([answer.status, answer.json['reason']]).toEqual([403, 'Forbidden'])
  expect(answer.headers.has('access-control-allow-origin')).toBe(false)
  expect((await send(server.handle, 'GET', `${maps}/a`)).status).toBe(404)
})

it('answers a page of an allowed origin with CORS headers, also in refusals', async () => {
  const headers = { origin: 'https://shop.example', 'content-type': 'application/json' }
  const made = await send(server.handle, 'POST', maps, { body: map, headers })
  const again = await send(server.handle, 'POST', maps, { body: map, headers })
  expect([made, again].map(({ status }) => status)).toEqual([201, 409])
  for (const answer of [made, again]) {
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://shop.example')
  }
})
