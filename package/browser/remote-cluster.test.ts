import { expose, wrap } from 'comlink'
import { afterEach, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { RemoteCluster } from './remote-cluster.ts'
import { remoteFetch } from './remote-fetch.ts'

const channels: MessageChannel[] = []
afterEach(() => {
  for (const { port1, port2 } of channels.splice(0)) {
    port1.close()
    port2.close()
  }
})

/** A cluster behind a channel that copies messages, as the channel of a worker does. */
async function start(): Promise<ReturnType<typeof remoteFetch>> {
  const channel = new MessageChannel()
  channels.push(channel)
  expose({ create: RemoteCluster.create }, channel.port1)
  const { create } = wrap<{ create: typeof RemoteCluster.create }>(channel.port2)
  return remoteFetch(await create({}, manifest.version), undefined)
}

const MAPS = '/api/v1/namespaces/default/configmaps'
const create = (fetch: Awaited<ReturnType<typeof start>>, name: string): Promise<Response> =>
  fetch(MAPS, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ metadata: { name } }),
  })

it('sends bodies in both directions', async () => {
  const fetch = await start()
  const created = await create(fetch, 'menu')
  expect([created.status, (await created.json()).metadata.name]).toEqual([201, 'menu'])
  expect((await (await fetch(MAPS)).json()).items).toHaveLength(1)
})

it('streams a watch until it is aborted', async () => {
  const fetch = await start()
  const aborter = new AbortController()
  const watch = await fetch(`${MAPS}?watch=true`, { signal: aborter.signal })
  const reader = watch.body!.getReader()
  await create(fetch, 'menu')
  const { value } = await reader.read()
  expect(JSON.parse(new TextDecoder().decode(value))).toMatchObject({
    type: 'ADDED',
    object: { metadata: { name: 'menu' } },
  })
  const next = reader.read()
  aborter.abort()
  await expect(next).rejects.toMatchObject({ name: 'AbortError' })
})

it('continues to answer after the body of a watch is cancelled', async () => {
  const fetch = await start()
  const watch = await fetch(`${MAPS}?watch=true`)
  await watch.body!.cancel()
  expect((await create(fetch, 'menu')).status).toBe(201)
})

it('refuses a page of another version with the reason', async () => {
  await expect(RemoteCluster.create({}, '0.0.1')).rejects.toThrow('its page of version 0.0.1; build both again')
})
