import { afterEach, expect, test } from 'vitest'
import { virtualClock } from '../../worker/clock/virtual-clock.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { builtinResources } from '../../worker/schema/builtin/resources.ts'
import { createApiServer, type ApiServer } from '../../worker/server/api-server.ts'
import { memoryLog } from '../../worker/store/persistence/memory-log.ts'
import { EVERYTHING } from './everything.ts'
import { exchange } from './exchange.ts'
import { soundKinds } from './schema-places.ts'
import { soundObject } from './sound-objects.ts'

const opened: ApiServer[] = []
afterEach(async () => {
  for (const api of opened.splice(0)) await api.close()
})

test('every kind that can be created has an object, and the server accepts it', async () => {
  const clock = virtualClock()
  const api = await createApiServer({ dialect: dialects.k8s, clock, log: memoryLog(), ...EVERYTHING })
  opened.push(api)
  const kinds = builtinResources().filter(({ versions }) => versions[0]?.verbs.includes('create') === true)
  expect(kinds.filter((resource) => soundObject(resource) === undefined).map(({ name }) => name)).toEqual([])
  const refused: string[] = []
  const post = async (url: string, object: object): Promise<void> => {
    const body = new TextEncoder().encode(JSON.stringify(object))
    const answered = await exchange(api, clock, {
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      body,
    })
    if (answered?.response.status !== 201) refused.push(`${url}: ${answered?.text}`)
  }
  // Pods need this account.
  await post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } })
  for (const { kind, apiVersion, root, sound, objectName } of soundKinds()) {
    // Needs a pod that exists.
    if (kind === 'Binding') continue
    await post(`${root}?dryRun=All`, { ...sound, apiVersion, kind, metadata: { name: objectName } })
  }
  expect(refused).toEqual([])
})
