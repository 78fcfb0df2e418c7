import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { createCluster, createNamespace, openPage, readNamespace, test } from './host/fixtures.ts'

const database = (id: string): string => `tabplane:/:cluster:${id}`

/** Waits until the second copy was written, which is some seconds after a write. */
async function copied(page: Page, id: string): Promise<void> {
  const time = (): Promise<number> =>
    page.evaluate(async (name) => {
      const folder = await navigator.storage.getDirectory()
      const handle = await folder.getFileHandle(encodeURIComponent(name)).catch(() => undefined)
      return handle === undefined ? 0 : (await handle.getFile()).lastModified
    }, database(id))
  const before = Date.now()
  await expect.poll(time).toBeGreaterThan(before - 1)
}

/** Leaves for a page without a worker, and waits until the last worker has closed its databases. */
async function leave(page: Page, url: string): Promise<void> {
  await page.goto(`${url}embedding.html`)
  await page.evaluate(() => navigator.locks.request('tabplane:/:writer', () => undefined))
}

const noticeOf = (page: Page, id: string): Promise<string> =>
  page.evaluate(async (cluster) => {
    const handle = await (await clusters).open(cluster)
    return new Promise<string>((resolve) => handle.onState(({ notice }) => notice !== undefined && resolve(notice)))
  }, id)

test('after the loss of the databases the clusters are restored from the second copy, with a notice', async ({
  page,
  serve,
}) => {
  const { url } = await serve()
  await openPage(page, `${url}?worker=dedicated`, false)
  const id = await createCluster(page)
  expect(await createNamespace(page, id, 'kept')).toBe(201)
  await copied(page, id)
  await leave(page, url)
  await page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases())
      await new Promise((resolve) => indexedDB.deleteDatabase(name).addEventListener('success', resolve))
  })
  await openPage(page, `${url}?worker=dedicated`, false)
  expect(await page.evaluate(async () => (await (await clusters).list()).map((info) => info.id))).toEqual([id])
  expect(await noticeOf(page, id)).toMatch(/^The browser lost the database of this cluster\. \d+ objects were restored/)
  expect(await readNamespace(page, id, 'kept')).toBe(200)
  expect(await createNamespace(page, id, 'more')).toBe(201)
})

/** Damages the rows up to a revision. Resolves to the first revision of the newest row. */
function spoil({ name, upTo }: { name: string; upTo: number }): Promise<number> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('success', () => {
      const { result } = opening
      const transaction = result.transaction('batches', 'readwrite')
      const rows = transaction.objectStore('batches')
      const keys = rows.getAllKeys()
      keys.addEventListener('success', () => {
        for (const key of keys.result) if (Number(key) <= upTo) rows.put(new Uint8Array([1, 2, 3, 4]), key)
      })
      transaction.addEventListener('complete', () => {
        result.close()
        resolve(Number(keys.result.at(-1)))
      })
    })
  })
}

test('a damaged database opens with its intact rows and the rows of the copy', async ({ page, serve }) => {
  const { url } = await serve()
  await openPage(page, `${url}?worker=dedicated`, false)
  const id = await createCluster(page)
  expect(await createNamespace(page, id, 'copied')).toBe(201)
  await copied(page, id)
  const last = await page.evaluate(spoil, { name: database(id), upTo: 0 })
  expect(await createNamespace(page, id, 'newest')).toBe(201)
  await leave(page, url)
  // Damages the rows as a failing disk would. The rows that were written after the copy are intact.
  expect(await page.evaluate(spoil, { name: database(id), upTo: last })).toBeGreaterThan(0)
  await openPage(page, `${url}?worker=dedicated`, false)
  expect(await noticeOf(page, id)).toMatch(
    /^The database of this cluster was damaged: .* restored from the second copy/,
  )
  for (const name of ['copied', 'newest', 'default']) expect(await readNamespace(page, id, name), name).toBe(200)
})

test('the storage format of the previous version is migrated', async ({ page, serve }) => {
  const { url } = await serve()
  await openPage(page, `${url}?worker=dedicated`, false)
  const id = await createCluster(page)
  await leave(page, url)
  await page.evaluate(async (name) => {
    await new Promise((resolve) => indexedDB.deleteDatabase(name).addEventListener('success', resolve))
    await (await navigator.storage.getDirectory()).removeEntry(encodeURIComponent(name)).catch(() => undefined)
    const object = { kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'old', uid: 'u', creationTimestamp: null } }
    await new Promise<void>((resolve) => {
      const opening = indexedDB.open(name, 1)
      opening.addEventListener('upgradeneeded', () => {
        const records = opening.result.createObjectStore('records', { keyPath: 'key' })
        const value = new TextEncoder().encode(JSON.stringify(object))
        records.put({ key: 'namespaces//old', value, revision: 41 })
        opening.result.createObjectStore('meta').put(77, 'revision')
      })
      opening.addEventListener('success', () => {
        opening.result.close()
        resolve()
      })
    })
  }, database(id))
  await openPage(page, `${url}?worker=dedicated`, false)
  const read = await page.evaluate(async (cluster) => {
    const handle = await (await clusters).open(cluster)
    const { metadata } = (await (await handle.fetch('/api/v1/namespaces/old')).json()) as { metadata: object }
    const list = (await (await handle.fetch('/api/v1/namespaces')).json()) as { metadata: { resourceVersion: string } }
    return { metadata, revision: Number(list.metadata.resourceVersion), notice: handle.state.notice }
  }, id)
  expect(read).toMatchObject({ metadata: { name: 'old', resourceVersion: '41' }, notice: undefined })
  expect(read.revision).toBeGreaterThanOrEqual(77)
})

test('without space a write is refused completely with a message, and with space writes succeed again', async ({
  page,
  serve,
}) => {
  const { url } = await serve()
  // The quota is set before the first write, because Chromium remembers the free space for a while.
  const session = await page.context().newCDPSession(page)
  const { origin } = new URL(url)
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 10_000_000 })
  await openPage(page, `${url}?worker=dedicated`, false)
  const id = await createCluster(page)
  const write = (name: string): Promise<{ status: number; message: string | undefined; error: string | undefined }> =>
    page.evaluate(
      async ([cluster, metadataName]) => {
        const handle = await (await clusters).open(cluster)
        // Random text does not compress.
        const noise = crypto.getRandomValues(new Uint8Array(60_000))
        const text = btoa(String.fromCharCode(...noise))
        const body = JSON.stringify({
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: metadataName },
          data: { text },
        })
        const headers = { 'content-type': 'application/json' }
        const response = await handle.fetch('/api/v1/namespaces/default/configmaps', { method: 'POST', headers, body })
        const { message } = (await response.json()) as { message?: string }
        return { status: response.status, message, error: handle.state.error }
      },
      [id, name] as const,
    )
  const accepted: string[] = []
  let refused: Awaited<ReturnType<typeof write>> | undefined
  for (let i = 0; i < 200 && refused === undefined; i++) {
    const answer = await write(`big-${i}`)
    if (answer.status === 201) accepted.push(`big-${i}`)
    else refused = answer
  }
  expect(refused).toMatchObject({
    status: 500,
    message: expect.stringMatching(/database space exceeded: .*no more room; nothing was written/),
  })
  const message = page.evaluate(async (cluster) => {
    const handle = await (await clusters).open(cluster)
    return new Promise<string>((resolve) => handle.onState(({ error }) => error !== undefined && resolve(error)))
  }, id)
  expect(await message).toMatch(/no more room/)
  const names = (): Promise<string[]> =>
    page.evaluate(async (cluster) => {
      const handle = await (await clusters).open(cluster)
      const response = await handle.fetch('/api/v1/namespaces/default/configmaps')
      const { items } = (await response.json()) as { items: { metadata: { name: string } }[] }
      return items.map(({ metadata }) => metadata.name).filter((name) => name.startsWith('big-'))
    }, id)
  expect((await names()).sort()).toEqual(accepted.sort())
  await session.send('Storage.overrideQuotaForOrigin', { origin })
  expect((await write('big-after')).status).toBe(201)
  await page.reload()
  await page.evaluate(() => clusters)
  expect((await names()).sort()).toEqual([...accepted, 'big-after'].sort())
})
