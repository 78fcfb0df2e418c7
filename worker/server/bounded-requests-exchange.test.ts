import { afterAll, beforeAll, expect, it } from 'vitest'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { send } from './api-server-fixture.ts'
import { createApiServer, type ApiServer } from './api-server.ts'

/** Unauthenticated callers may send a megabyte of URL and headers. The server handles it in linear time and stores little of it. */
const MEGABYTE = 1_000_000
/** Milliseconds of processor time: above the time of one such request, far below that of a quadratic algorithm. */
const LINEAR = 1000
/** The least of several measurements counts, because the time of the process includes other tests in its threads. */
const MEASUREMENTS = 3

let server: ApiServer

beforeAll(async () => {
  const options = { clock: virtualClock(), log: memoryLog(), tokens: 't,admin,1,system:masters\n' }
  server = await createApiServer({ ...options, dialect: dialects.svc, authorizationModes: ['Node', 'RBAC'] })
  await server.start()
})
afterAll(() => server.close())

it.each([
  ['percent signs', `/${'%ff'.repeat(MEGABYTE / 3)}`, {}],
  ['percent signs in a name', `/api/v1/namespaces/${'%ff'.repeat(MEGABYTE / 3)}`, {}],
  ['alternating bytes', `/api/v1/pods/${'%ffa'.repeat(MEGABYTE / 4)}`, {}],
  ['slashes', '/'.repeat(MEGABYTE), {}],
  ['pieces', '/a'.repeat(MEGABYTE / 2), {}],
  ['pieces of a resource', `/api/v1/pods${'/a'.repeat(MEGABYTE / 2)}`, {}],
  ['a name', `/api/v1/namespaces/${'a'.repeat(MEGABYTE)}`, {}],
  ['parameters', `/api/v1/pods?${'a&'.repeat(MEGABYTE / 2)}`, {}],
  ['a field selector', `/api/v1/pods?fieldSelector=${'metadata.name=a,'.repeat(MEGABYTE / 16)}`, {}],
  ['a field selector of commas', `/api/v1/pods?fieldSelector=${','.repeat(MEGABYTE)}`, {}],
  ['a label selector', `/api/v1/pods?labelSelector=${'('.repeat(MEGABYTE)}`, {}],
  ['a timeout', `/api/v1/pods?timeout=${'1h'.repeat(MEGABYTE / 2)}x`, {}],
  ['an accept header of types', '/api/v1/pods', { accept: 'a/b,'.repeat(MEGABYTE / 4) }],
  ['an accept header of parameters', '/api/v1/pods', { accept: `a/b${';q=1'.repeat(MEGABYTE / 4)}` }],
  ['a token', '/api/v1/pods', { authorization: `Bearer ${'a.'.repeat(MEGABYTE / 2)}` }],
  ['spaces before a token', '/api/v1/pods', { authorization: `Bearer${' '.repeat(MEGABYTE)}x` }],
  ['an impersonated user', '/api/v1/pods', { 'impersonate-user': 'system:serviceaccount:'.repeat(MEGABYTE / 22) }],
  [
    'impersonated groups, as many as lines',
    '/api/v1/pods',
    { 'impersonate-user': 'a', 'impersonate-group': 'g, '.repeat(10_000) },
  ],
  ['a user agent', '/api/v1/pods', { 'user-agent': 'a '.repeat(MEGABYTE / 2) }],
  ['accepted encodings', '/version', { 'accept-encoding': 'gzip;q=0,'.repeat(MEGABYTE / 9) }],
])('handles a megabyte of %s in linear time', async (_, url, headers: Record<string, string>) => {
  let least = Infinity
  for (let i = 0; i < MEASUREMENTS && least >= LINEAR; i++) {
    const started = process.cpuUsage()
    const { status } = await send(server.handle, 'GET', url, { headers })
    const { user, system } = process.cpuUsage(started)
    least = Math.min(least, (user + system) / 1000)
    expect(status).toBeLessThan(500)
  }
  expect(least).toBeLessThan(LINEAR)
})

it('stores a bounded record of each request', async () => {
  const { json } = await send(server.handle, 'GET', '/debug/requests', { headers: { authorization: 'Bearer t' } })
  const items = json['items'] as object[]
  expect(items.length).toBeGreaterThan(10)
  for (const item of items) expect(JSON.stringify(item).length).toBeLessThan(50_000)
})
