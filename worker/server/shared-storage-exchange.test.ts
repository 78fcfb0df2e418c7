import { expect, it } from 'vitest'
import { send } from './api-server-fixture.ts'
import { createApiServer } from './api-server.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import type { LogFollower, SharedLog } from '../store/persistence/log.ts'
import { OutcomeUnknown, StorageUnreachable } from '../store/store.ts'

const MAPS = '/api/v1/namespaces/default/configmaps'
const map = (name: string, data = {}) => ({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name }, data })
const MERGE = { 'content-type': 'application/merge-patch+json' }

/**
 * Starts a server over shared storage that accepts every write. During the outage `away` every catch-up fails, and during the
 * outage `silent` every write fails. The function `asked` returns the status and the number of catch-ups of a request.
 */
async function start() {
  let revision = 1
  let follower: LogFollower | undefined
  let caughtUp = 0
  const storage = { outage: undefined as 'away' | 'silent' | undefined }
  const log: SharedLog = {
    open: () => Promise.resolve({ revision, records: [] }),
    follow: (given) => void (follower = given),
    write(change) {
      if (storage.outage === 'silent') return Promise.reject(new OutcomeUnknown('no answer'))
      const { key, value, cause } = change
      follower?.changed([{ key, value, cause, change, revision: ++revision }])
      return Promise.resolve()
    },
    catchUp() {
      caughtUp++
      return storage.outage === 'away' ? Promise.reject(new StorageUnreachable('no answer')) : Promise.resolve()
    },
    close: () => Promise.resolve(),
  }
  const server = await createApiServer({ dialect: dialects.svc, clock: virtualClock(), log })
  await server.start()
  const asked = async (method: string, url: string, body?: object, headers = {}) => {
    const before = caughtUp
    const { status } = await send(server.handle, method, url, { body: body && JSON.stringify(body), headers })
    return [status, caughtUp - before]
  }
  return { ...server, storage, asked, revision: () => revision }
}

it('catches up with shared storage before consistent reads and before writes', async () => {
  const { asked, revision } = await start()
  expect(await asked('POST', MAPS, map('m'))).toEqual([201, 1])
  const at = revision()
  for (const [url, times] of [
    [`${MAPS}/m`, 1],
    [`${MAPS}/m?resourceVersion=0`, 0],
    [`${MAPS}/m?resourceVersion=${at}`, 0],
    [MAPS, 1],
    [`${MAPS}?limit=1`, 1],
    [`${MAPS}?resourceVersion=0&limit=1`, 0],
    [`${MAPS}?resourceVersion=${at}`, 0],
    [`${MAPS}?resourceVersion=${at}&limit=1`, 1],
    [`${MAPS}?resourceVersion=${at}&resourceVersionMatch=Exact`, 1],
    [`${MAPS}?watch=1&timeoutSeconds=1`, 1],
    [`${MAPS}?watch=1&timeoutSeconds=1&resourceVersion=${at}`, 0],
  ] as const)
    expect([url, ...(await asked('GET', url))]).toEqual([url, 200, times])
  expect(await asked('PUT', `${MAPS}/m`, map('m', { a: 'b' }))).toEqual([200, 1])
  expect(await asked('PATCH', `${MAPS}/m`, { data: { c: 'd' } }, MERGE)).toEqual([200, 1])
  expect(await asked('DELETE', `${MAPS}/m`)).toEqual([200, 1])
})

it('answers 503 while shared storage is unreachable, except to reads at resourceVersion 0, and is not ready', async () => {
  const { handle, asked, storage } = await start()
  expect(await asked('POST', MAPS, map('m'))).toEqual([201, 1])
  expect((await send(handle, 'GET', '/readyz')).status).toBe(200)
  storage.outage = 'away'
  for (const [method, url, body] of [
    ['GET', MAPS, undefined],
    ['GET', `${MAPS}/m`, undefined],
    ['POST', MAPS, map('n')],
    ['DELETE', `${MAPS}/m`, undefined],
  ] as const) {
    const answer = await send(handle, method, url, { body })
    expect(answer).toMatchObject({ status: 503, json: { reason: 'ServiceUnavailable' } })
    expect(answer.headers.get('retry-after')).toBe('1')
  }
  expect((await send(handle, 'GET', `${MAPS}/m?resourceVersion=0`)).status).toBe(200)
  const ready = await send(handle, 'GET', '/readyz')
  expect([ready.status, ready.text]).toEqual([500, expect.stringContaining('[-]etcd failed')])
  storage.outage = undefined
  expect((await send(handle, 'GET', '/readyz')).status).toBe(200)
})

it('answers 504 when the outcome of a write to shared storage is unknown', async () => {
  const { handle, storage } = await start()
  storage.outage = 'silent'
  const answer = await send(handle, 'POST', MAPS, { body: map('m') })
  expect(answer).toMatchObject({ status: 504, json: { reason: 'Timeout' } })
  expect(answer.json['message']).toContain('the write may have been made')
})
