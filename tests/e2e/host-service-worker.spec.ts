import { appendFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import {
  createCluster,
  createNamespace,
  fetchStatus,
  openPage,
  readNamespace,
  stopServiceWorkers,
  test,
} from './host/fixtures.ts'

for (const mode of ['shared', 'dedicated'] as const) {
  test(`${mode}: fetch reaches the cluster, also after the service worker was stopped`, async ({ page, serve }) => {
    await openPage(page, `${(await serve()).url}?worker=${mode}`)
    const id = await createCluster(page)
    const path = `clusters/${id}/api/v1/namespaces`
    const body = JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'fetched' } })
    expect(await fetchStatus(page, path, { method: 'POST', body })).toBe(201)
    expect(await fetchStatus(page, path, { method: 'POST', body })).toBe(409)
    for (let round = 0; round < 3; round++) {
      await stopServiceWorkers(page)
      expect(await fetchStatus(page, `${path}/fetched`)).toBe(200)
    }
    await stopServiceWorkers(page)
    const another = body.replace('fetched', 'after-stop')
    expect(await fetchStatus(page, path, { method: 'POST', body: another })).toBe(201)
  })

  test(`${mode}: after a reload fetch finds the new worker`, async ({ page, serve }) => {
    await openPage(page, `${(await serve()).url}?worker=${mode}`)
    const id = await createCluster(page)
    for (let round = 0; round < 3; round++) {
      expect(await fetchStatus(page, `clusters/${id}/api/v1/namespaces`)).toBe(200)
      await page.reload()
    }
  })
}

test('a watch streams through the service worker', async ({ page, serve }) => {
  await openPage(page, (await serve()).url)
  const id = await createCluster(page)
  const watched = page.evaluate(async (cluster) => {
    const reader = (await fetch(`clusters/${cluster}/api/v1/namespaces?watch=1`)).body!.getReader()
    const decoder = new TextDecoder()
    let text = decoder.decode((await reader.read()).value)
    const first = text
    while (!text.includes('"streamed"')) text += decoder.decode((await reader.read()).value)
    await reader.cancel()
    return { first, last: JSON.parse(text.trim().split('\n').at(-1)!) as unknown }
  }, id)
  await createNamespace(page, id, 'streamed')
  const { first, last } = await watched
  expect(first.startsWith('\n')).toBe(true)
  expect(last).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'streamed' } } })
})

interface Followed {
  /** The name of the object in each event, in the order of the events. */
  readonly names: readonly string[]
  /** How each watch ended. */
  readonly ends: readonly string[]
}

/**
 * Lists and watches through the service worker, as client libraries do: a watch that ends is resumed from the last
 * resourceVersion, or after 410 Gone by a new list. Resolves after the namespace `last` was seen.
 */
const follow = (page: Page, id: string, last: string): Promise<Followed> =>
  page.evaluate(
    async ([cluster, lastName]) => {
      interface Namespace {
        readonly metadata: { readonly name: string; readonly resourceVersion: string }
      }
      const path = `clusters/${cluster}/api/v1/namespaces`
      const names: string[] = []
      const ends: string[] = []
      let version = ''
      const list = async (): Promise<void> => {
        const { metadata, items } = (await (await fetch(path)).json()) as Namespace & { items: Namespace[] }
        version = metadata.resourceVersion
        for (const item of items) if (!names.includes(item.metadata.name)) names.push(item.metadata.name)
      }
      const take = (line: string): void => {
        if (line === '') return
        const event = JSON.parse(line) as { type: string; object: Namespace }
        version = event.type === 'ERROR' ? '' : event.object.metadata.resourceVersion
        if (event.type === 'ADDED') names.push(event.object.metadata.name)
      }
      const watch = async (): Promise<string> => {
        const { body } = await fetch(`${path}?watch=1&resourceVersion=${version}`)
        const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
        globalThis.dispatchEvent(new CustomEvent('watch-began'))
        let rest = ''
        while (!names.includes(lastName)) {
          const { done, value } = await reader.read()
          if (done) return rest === '' ? 'clean' : `within a line: ${rest}`
          const lines = (rest + value).split('\n')
          rest = lines.pop() ?? ''
          lines.forEach(take)
        }
        await reader.cancel()
        return 'cancelled'
      }
      while (!names.includes(lastName)) {
        if (version === '') await list()
        ends.push(await watch().catch((error: unknown) => String(error)))
      }
      return { names, ends }
    },
    [id, last] as const,
  )

test('a watch whose service worker is stopped is resumed with every event once', async ({ page, serve }) => {
  await openPage(page, (await serve()).url)
  const id = await createCluster(page)
  const followed = follow(page, id, 'last')
  const made = Array.from({ length: 40 }, (_, i) => `made-${i}`)
  for (const [i, name] of made.entries()) {
    // The service worker stops in the middle of the writes, so that some are made while no watch is open.
    const stopping = i % 10 === 5 ? stopServiceWorkers(page) : undefined
    expect(await createNamespace(page, id, name)).toBe(201)
    await stopping
  }
  await createNamespace(page, id, 'last')
  const { names, ends } = await followed
  expect(names.filter((name) => name.startsWith('made-'))).toEqual(made)
  // Chromium breaks the streams of a service worker that it stops: the reader sees a broken connection.
  expect(ends).toContain('TypeError: network error')
})

test('a watch ends cleanly when its worker ends, and its reader opens the next watch', async ({
  page,
  context,
  serve,
}) => {
  const { url } = await serve()
  const writer = await context.newPage()
  await openPage(writer, `${url}?worker=dedicated`)
  const id = await createCluster(writer)
  await openPage(page, `${url}?worker=dedicated`)
  const began = page.evaluate(
    () => new Promise((resolve) => addEventListener('watch-began', () => resolve(undefined), { once: true })),
  )
  const followed = follow(page, id, 'last')
  await began
  for (const name of ['made-0', 'made-1', 'made-2']) expect(await createNamespace(writer, id, name)).toBe(201)
  await writer.close()
  for (const name of ['made-3', 'last']) expect(await createNamespace(page, id, name)).toBe(201)
  const { names, ends } = await followed
  expect(names.filter((name) => name.startsWith('made-'))).toEqual(['made-0', 'made-1', 'made-2', 'made-3'])
  expect(ends[0]).toBe('clean')
})

test('a frame and another page of the same origin reach the cluster', async ({ page, context, serve }) => {
  const { url } = await serve()
  await openPage(page, url)
  const id = await createCluster(page)
  const status = await page.evaluate(async (cluster) => {
    const frame = document.createElement('iframe')
    frame.src = 'embedding.html'
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
    document.body.append(frame)
    await loaded
    return (await frame.contentWindow!.fetch(`clusters/${cluster}/api/v1/namespaces`)).status
  }, id)
  expect(status).toBe(200)
  const other = await context.newPage()
  await other.goto(`${url}embedding.html`)
  expect(await fetchStatus(other, `clusters/${id}/api/v1/namespaces`)).toBe(200)
  await page.close()
  // The SharedWorker ends some moments after its last page.
  await expect.poll(() => fetchStatus(other, `clusters/${id}/version`)).toBe(503)
  const answer = await other.evaluate(async (cluster) => {
    return (await (await fetch(`clusters/${cluster}/version`)).json()) as unknown
  }, id)
  expect(answer).toMatchObject({ kind: 'Status', reason: 'ServiceUnavailable' })
})

test('without the network a reload works, and the cluster is there', async ({ page, serve }) => {
  const site = await serve()
  await openPage(page, site.url)
  const id = await createCluster(page)
  await createNamespace(page, id, 'offline')
  await site.close()
  await page.reload()
  expect(await readNamespace(page, id, 'offline')).toBe(200)
  expect(await fetchStatus(page, `clusters/${id}/api/v1/namespaces/offline`)).toBe(200)
  // The service worker has also cached the lazily loaded modules of the API worker.
  const seen = await page.evaluate(async (cluster) => {
    const handle = await (await clusters).open(cluster)
    const body = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: offline-in-yaml }\n'
    const headers = { 'content-type': 'application/yaml', accept: 'application/vnd.kubernetes.protobuf' }
    const created = await handle.fetch('/api/v1/namespaces', { method: 'POST', headers, body })
    const document = await handle.fetch('/openapi/v3/api/v1')
    return [created.status, created.headers.get('content-type'), document.status]
  }, id)
  expect(seen).toEqual([201, 'application/vnd.kubernetes.protobuf', 200])
})

test('an unknown cluster is a 404, and its address in a tab leads to the app', async ({ page, serve }) => {
  const { url } = await serve()
  await openPage(page, url)
  expect(await fetchStatus(page, 'clusters/nobody/api/v1/namespaces')).toBe(404)
  await page.goto(`${url}clusters/abc`)
  expect(page.url()).toBe(`${url}?cluster=abc`)
})

test('a write that is sent to a dead port is applied once', async ({ page, serve }) => {
  await openPage(page, `${(await serve()).url}?worker=dedicated`)
  const id = await createCluster(page)
  expect(await fetchStatus(page, `clusters/${id}/api/v1/namespaces`)).toBe(200)
  await page.reload()
  const body = JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { generateName: 'once-' } })
  expect(await fetchStatus(page, `clusters/${id}/api/v1/namespaces`, { method: 'POST', body })).toBe(201)
  const count = await page.evaluate(async (cluster) => {
    const response = await fetch(`clusters/${cluster}/api/v1/namespaces`)
    const { items } = (await response.json()) as { items: { metadata: { name: string } }[] }
    return items.filter(({ metadata }) => metadata.name.startsWith('once-')).length
  }, id)
  expect(count).toBe(1)
})

test('a new version is announced, and waits until the old one is no longer used', async ({ page, outDir, serve }) => {
  await openPage(page, (await serve()).url)
  const announced = page.evaluate(
    async () => new Promise<boolean>((resolve) => void clusters.then((all) => all.onUpdate(() => resolve(true)))),
  )
  await appendFile(path.join(outDir, 'service-worker.js'), '\n// A newer version.\n')
  const before = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const { active } = registration
    await registration.update()
    return active === navigator.serviceWorker.controller
  })
  expect(before).toBe(true)
  expect(await announced).toBe(true)
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)).toBe(true)
})
