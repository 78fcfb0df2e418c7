import { afterEach, expect, test } from 'vitest'
import { objectOrEmpty, type Json, type JsonObject } from '../../worker/api/json.ts'
import { virtualClock } from '../../worker/clock/virtual-clock.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { createApiServer, type ApiServer } from '../../worker/server/api-server.ts'
import { memoryLog } from '../../worker/store/persistence/memory-log.ts'
import { EVERYTHING } from './everything.ts'
import { exchange } from './exchange.ts'
import { isRecordedFailure } from './recorded-failures.ts'
import { keyedLists, type KeyedList } from './schema-places.ts'

const opened: ApiServer[] = []
afterEach(async () => {
  for (const api of opened.splice(0)) await api.close()
})

const PATCHES = ['strategic-merge-patch+json', 'merge-patch+json', 'apply-patch+yaml'] as const
const ITEMS: readonly Json[] = [[{}], [null], [{}, {}]]

/** Creates, patches and replaces an object with each of `ITEMS` as the value of the list. */
async function writeList(send: Send, { root, kind, apiVersion, sound, objectName, put }: KeyedList): Promise<void> {
  const whole = (object: Json): JsonObject => ({ ...objectOrEmpty(object), apiVersion, kind })
  const metadata = { name: objectName }
  for (const items of ITEMS) {
    const object = whole(put({ ...sound, metadata }, items))
    await send('POST', root, 'json', object)
    await send('POST', root, 'json', whole({ ...sound, metadata }))
    const [bare, path] = [whole(put({ metadata }, items)), `${root}/${objectName}`]
    for (const type of PATCHES) {
      await send('PATCH', `${path}?fieldManager=a`, type, object)
      await send('PATCH', `${path}?fieldManager=a`, type, bare)
      await send('PATCH', `${path}?fieldManager=b&force=true`, 'apply-patch+yaml', whole({ ...sound, metadata }))
    }
    await send('PUT', path, 'json', object)
    await send('DELETE', `${path}?gracePeriodSeconds=0`, 'json', undefined)
  }
}

type Send = (method: string, url: string, type: string, body: Json | undefined) => Promise<void>

test(
  'items without their merge key are stored or refused, and break no later write',
  { timeout: 300_000 },
  async () => {
    const clock = virtualClock()
    const api = await createApiServer({ dialect: dialects.k8s, clock, log: memoryLog(), ...EVERYTHING })
    opened.push(api)
    const found: string[] = []
    const send: Send = async (method, url, type, body) => {
      const answered = await exchange(api, clock, {
        method,
        url,
        headers: { 'content-type': `application/${type}` },
        ...(body !== undefined && { body: new TextEncoder().encode(JSON.stringify(body)) }),
      })
      const { response, text } = answered ?? { response: undefined, text: 'no answer' }
      const isExpected = response !== undefined && (response.status < 500 || isRecordedFailure(method, text))
      if (!isExpected) found.push(`${method} ${url} ${type} ${JSON.stringify(body)}\n${text}`)
    }
    for (const list of keyedLists()) await writeList(send, list)
    expect(found.slice(0, 5)).toEqual([])
  },
)
