import { expect, it } from 'vitest'
import { send } from './api-server-fixture.ts'
import { createApiServer } from './api-server.ts'
import type { JsonObject } from '../api/json.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const map = (name: string, data: Record<string, string>) => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name },
  data,
})

async function start() {
  const clock = virtualClock()
  const server = await createApiServer({ dialect: dialects.svc, clock, log: memoryLog() })
  const ask = (method: string, url: string, body?: JsonObject) => send(server.handle, method, url, { body })
  return { clock, server, ask }
}

it('names user and changes of each kept revision, and reads the state at each', async () => {
  const { clock, server, ask } = await start()
  const made = (await ask('POST', maps, map('a', { x: '1', y: '1' }))).json as { metadata: { resourceVersion: string } }
  const first = Number(made.metadata.resourceVersion)
  clock.advance(1000)
  const { headers } = await ask('PUT', `${maps}/a`, map('a', { x: '2', 'z.z': '1' }))
  await ask('POST', maps, map('b', {}))
  await ask('DELETE', `${maps}/a`)
  const { json } = await ask('GET', `/debug/history?resource=configmaps&name=a&after=${first - 1}`)
  const at = { resource: 'configmaps', namespace: 'default', name: 'a', user: 'system:anonymous' }
  expect(json).toMatchObject({ kind: 'HistoryList', revision: first + 3 })
  expect(json['items']).toMatchObject([
    {
      ...at,
      revision: first,
      type: 'ADDED',
      verb: 'create',
      time: '2024-05-01T10:00:00.000Z',
      changes: [],
      managers: ['unknown'],
    },
    {
      ...at,
      revision: first + 1,
      type: 'MODIFIED',
      verb: 'update',
      time: '2024-05-01T10:00:01.000Z',
      requestId: headers.get('audit-id'),
      changes: [
        { path: '/data/x', before: '1', after: '2' },
        { path: '/data/y', before: '1' },
        { path: '/data/z.z', after: '1' },
      ],
    },
    { ...at, revision: first + 3, type: 'DELETED', verb: 'delete' },
  ])
  const exact = (revision: number) => ask('GET', `${maps}/a?atRevision=${revision}`)
  expect((await exact(first)).json).toMatchObject({ data: { x: '1', y: '1' } })
  expect((await exact(first + 2)).json).toMatchObject({ data: { x: '2' } })
  expect([(await exact(first - 1)).status, (await exact(first + 3)).status]).toEqual([404, 404])
  const newest = await ask('GET', `${maps}/a?resourceVersion=${first}&resourceVersionMatch=Exact`)
  expect(newest.status).toBe(404)
  await server.close()
})

it('continues after a page, and answers 410 when the revisions after it have been compacted', async () => {
  const { clock, server, ask } = await start()
  for (const name of ['a', 'b', 'c']) await ask('POST', maps, map(name, {}))
  const page = (await ask('GET', '/debug/history?resource=configmaps&limit=2')).json as {
    items: { name: string }[]
    next: number
    compactedRevision: number
  }
  const rest = (await ask('GET', `/debug/history?after=${page.next}`)).json as unknown as typeof page
  expect([...page.items, ...rest.items].map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  expect(rest.next).toBeUndefined()
  clock.advance(400_000)
  await ask('POST', maps, map('d', {}))
  const gone = await ask('GET', `/debug/history?after=${page.next}`)
  expect([gone.status, gone.json['reason']]).toEqual([410, 'Expired'])
  const url = `${maps}/a?atRevision=${page.next}`
  expect((await ask('GET', url)).status).toBe(410)
  expect((await ask('GET', '/debug/history?limit=0')).status).toBe(400)
  await server.close()
})
