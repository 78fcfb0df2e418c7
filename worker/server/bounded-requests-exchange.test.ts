import { growth, LINEAR } from '../../tests/counted-work.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'
import { send } from './api-server-fixture.ts'
import { createApiServer, type ApiServer } from './api-server.ts'

/**
 * The largest text of a request here, in bytes. Unauthenticated callers may send a megabyte of URL and headers, so the server
 * must handle it in linear time and store little of it.
 */
const MEGABYTE = 1_000_000
const SIZES = { small: MEGABYTE / 16, large: MEGABYTE }

let server: ApiServer

beforeAll(async () => {
  const options = { clock: virtualClock(), log: memoryLog(), tokens: 't,admin,1,system:masters\n' }
  server = await createApiServer({ ...options, dialect: dialects.svc, authorizationModes: ['Node', 'RBAC'] })
  await server.start()
})
afterAll(() => server.close())

type Request = readonly [url: string, headers: Readonly<Record<string, string>>]

/**
 * Requests, each with a text of about `size` bytes. The impersonated groups have fewer bytes, because each of them counts as a
 * header line.
 */
const REQUESTS: readonly (readonly [what: string, request: (size: number) => Request])[] = [
  ['percent signs', (size) => [`/${'%ff'.repeat(size / 3)}`, {}]],
  ['percent signs in a name', (size) => [`/api/v1/namespaces/${'%ff'.repeat(size / 3)}`, {}]],
  ['alternating bytes', (size) => [`/api/v1/pods/${'%ffa'.repeat(size / 4)}`, {}]],
  ['slashes', (size) => ['/'.repeat(size), {}]],
  ['pieces', (size) => ['/a'.repeat(size / 2), {}]],
  ['pieces of a resource', (size) => [`/api/v1/pods${'/a'.repeat(size / 2)}`, {}]],
  ['a name', (size) => [`/api/v1/namespaces/${'a'.repeat(size)}`, {}]],
  ['parameters', (size) => [`/api/v1/pods?${'a&'.repeat(size / 2)}`, {}]],
  ['a field selector', (size) => [`/api/v1/pods?fieldSelector=${'metadata.name=a,'.repeat(size / 16)}`, {}]],
  ['a field selector of commas', (size) => [`/api/v1/pods?fieldSelector=${','.repeat(size)}`, {}]],
  ['a label selector', (size) => [`/api/v1/pods?labelSelector=${'('.repeat(size)}`, {}]],
  ['a timeout', (size) => [`/api/v1/pods?timeout=${'1h'.repeat(size / 2)}x`, {}]],
  ['an accept header of types', (size) => ['/api/v1/pods', { accept: 'a/b,'.repeat(size / 4) }]],
  ['an accept header of parameters', (size) => ['/api/v1/pods', { accept: `a/b${';q=1'.repeat(size / 4)}` }]],
  ['a token', (size) => ['/api/v1/pods', { authorization: `Bearer ${'a.'.repeat(size / 2)}` }]],
  ['spaces before a token', (size) => ['/api/v1/pods', { authorization: `Bearer${' '.repeat(size)}x` }]],
  [
    'an impersonated user',
    (size) => ['/api/v1/pods', { 'impersonate-user': 'system:serviceaccount:'.repeat(size / 22) }],
  ],
  [
    'impersonated groups',
    (size) => ['/api/v1/pods', { 'impersonate-user': 'a', 'impersonate-group': 'g, '.repeat(size / 100) }],
  ],
  ['a user agent', (size) => ['/api/v1/pods', { 'user-agent': 'a '.repeat(size / 2) }]],
  ['accepted encodings', (size) => ['/version', { 'accept-encoding': 'gzip;q=0,'.repeat(size / 9) }]],
]

it.each(REQUESTS)('handles %s of a large request in linear time', async (_, request) => {
  const handle = async (size: number): Promise<void> => {
    const [url, headers] = request(size)
    expect((await send(server.handle, 'GET', url, { headers })).status).toBeLessThan(500)
  }
  expect(await growth(handle, SIZES)).toBeLessThan(LINEAR)
})

it('stores a bounded record of each request', async () => {
  const { json } = await send(server.handle, 'GET', '/debug/requests', { headers: { authorization: 'Bearer t' } })
  const items = json['items'] as object[]
  expect(items.length).toBeGreaterThan(10)
  for (const item of items) expect(JSON.stringify(item).length).toBeLessThan(50_000)
})
