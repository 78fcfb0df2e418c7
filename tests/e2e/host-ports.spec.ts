import { expect } from '@playwright/test'
import { createCluster, createNamespace, openPage, readNamespace, test } from './host/fixtures.ts'

for (const mode of ['shared', 'dedicated', 'memory'] as const) {
  test(`${mode}: a page sends requests, receives errors and watches over its own port`, async ({ page, serve }) => {
    const { url } = await serve()
    await openPage(page, `${url}?worker=${mode}`, false)
    const id = await createCluster(page)
    expect(await createNamespace(page, id, 'one')).toBe(201)
    const seen = await page.evaluate(async (cluster) => {
      const all = await clusters
      const handle = await all.open(cluster)
      const missing = await handle.fetch('/api/v1/namespaces/none')
      const abort = new AbortController()
      const watch = await handle.fetch('/api/v1/namespaces?watch=1', { signal: abort.signal })
      const reader = watch.body!.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      while (!text.includes('"one"')) text += (await reader.read()).value ?? ''
      abort.abort()
      const ended = await reader.read().then(
        () => 'read on',
        (error: Error) => error.name,
      )
      const unknown = await all.open('nobody').catch((error: Error) => error.message)
      return { mode: all.mode, missing: missing.status, type: missing.headers.get('content-type'), ended, unknown }
    }, id)
    expect(seen).toEqual({
      mode,
      missing: 404,
      type: 'application/json',
      ended: 'AbortError',
      unknown: 'clusters "nobody" not found',
    })
  })
}

test('clusters are listed, renamed, forked with their objects, and deleted', async ({ page, serve }) => {
  await openPage(page, (await serve()).url, false)
  const id = await createCluster(page)
  await createNamespace(page, id, 'one')
  const copy = await page.evaluate(async (cluster) => {
    const all = await clusters
    await all.rename(cluster, 'Mine')
    return all.fork(cluster, 'Copy')
  }, id)
  expect(await readNamespace(page, copy, 'one')).toBe(200)
  expect(await createNamespace(page, copy, 'two')).toBe(201)
  expect(await readNamespace(page, id, 'two')).toBe(404)
  const names = await page.evaluate(async (cluster) => {
    const all = await clusters
    await all.delete(cluster)
    return (await all.list()).map(({ name }) => name)
  }, id)
  expect(names).toEqual(['Copy'])
})

test('the state contains the revision and whether it is durable', async ({ page, serve }) => {
  await openPage(page, (await serve()).url, false)
  const id = await createCluster(page)
  const before = await page.evaluate(async (cluster) => {
    const handle = await (await clusters).open(cluster)
    return new Promise<number>((resolve) =>
      handle.onState(({ revision, saved }) => {
        if (revision > 0 && saved === 'saved') resolve(revision)
      }),
    )
  }, id)
  await createNamespace(page, id, 'one')
  await page.evaluate(
    async ([cluster, from]) => {
      const handle = await (await clusters).open(cluster)
      await new Promise<void>((resolve) =>
        handle.onState(({ revision, saved, phase }) => {
          if (revision > from && saved === 'saved' && phase === 'ready') resolve()
        }),
      )
    },
    [id, before] as const,
  )
})

test('stored objects survive a reload', async ({ page, serve }) => {
  for (const mode of ['shared', 'dedicated']) {
    const { url } = await serve()
    await openPage(page, `${url}?worker=${mode}`, false)
    const id = await createCluster(page)
    expect(await createNamespace(page, id, 'kept')).toBe(201)
    await page.reload()
    expect(await readNamespace(page, id, 'kept')).toBe(200)
  }
})

for (const mode of ['shared', 'dedicated'] as const) {
  test(`${mode}: two tabs share one cluster, which survives the closing of the first`, async ({ context, serve }) => {
    const { url } = await serve()
    const first = await context.newPage()
    await openPage(first, `${url}?worker=${mode}`, false)
    const id = await createCluster(first)
    const second = await context.newPage()
    await openPage(second, `${url}?worker=${mode}`, false)
    expect(await createNamespace(second, id, 'from-second')).toBe(201)
    expect(await readNamespace(first, id, 'from-second')).toBe(200)
    const watched = second.evaluate(async (cluster) => {
      const handle = await (await clusters).open(cluster)
      const reader = (await handle.fetch('/api/v1/namespaces?watch=1')).body!.getReader()
      const decoder = new TextDecoder()
      let text = ''
      while (!text.includes('"from-first"')) text += decoder.decode((await reader.read()).value)
      return true
    }, id)
    await createNamespace(first, id, 'from-first')
    expect(await watched).toBe(true)
    await first.close()
    expect(await readNamespace(second, id, 'from-first')).toBe(200)
    expect(await createNamespace(second, id, 'alone')).toBe(201)
  })
}

test('a dedicated writer that navigates away hands over at once', async ({ context, serve }) => {
  const { url } = await serve()
  const first = await context.newPage()
  await openPage(first, `${url}?worker=dedicated`, false)
  const id = await createCluster(first)
  const second = await context.newPage()
  await openPage(second, `${url}?worker=dedicated`, false)
  await createNamespace(second, id, 'before')
  await first.goto('about:blank')
  expect(await readNamespace(second, id, 'before')).toBe(200)
  expect(await createNamespace(second, id, 'after')).toBe(201)
  await first.goBack()
  expect(await readNamespace(first, id, 'after')).toBe(200)
})

test('a SharedWorker that ends is replaced, and requests wait for the new one', async ({ page, browser, serve }) => {
  await openPage(page, (await serve()).url, false)
  const id = await createCluster(page)
  expect(await createNamespace(page, id, 'kept')).toBe(201)
  const phases = await page.evaluateHandle(async (cluster) => {
    const seen: string[] = []
    ;(await (await clusters).open(cluster)).onState(({ phase }) => seen.push(phase))
    return seen
  }, id)
  const session = await browser.newBrowserCDPSession()
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'shared_worker' }] })
  const inThisTest = targetInfos.filter(({ url }) => url.startsWith(new URL('/', page.url()).href))
  expect(inThisTest.length).toBe(1)
  await session.send('Target.closeTarget', { targetId: inThisTest[0]!.targetId })
  expect(await readNamespace(page, id, 'kept')).toBe(200)
  expect(await createNamespace(page, id, 'after')).toBe(201)
  expect(await phases.jsonValue()).toContain('reconnecting')
})

test('the page requests persistent storage after its first saved write, and not before', async ({ page, serve }) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, { asked: 0 })
    navigator.storage.persist = () => {
      Object.assign(globalThis, { asked: Number(Reflect.get(globalThis, 'asked')) + 1 })
      return Promise.resolve(false)
    }
  })
  await openPage(page, (await serve()).url, false)
  const asked = (): Promise<unknown> => page.evaluate(() => Reflect.get(globalThis, 'asked') as unknown)
  const id = await createCluster(page)
  await page.evaluate(async (cluster) => {
    const handle = await (await clusters).open(cluster)
    // The start of a new cluster writes its first objects before the first response.
    const list = (await (await handle.fetch('/api/v1/namespaces')).json()) as { metadata: { resourceVersion: string } }
    const started = Number(list.metadata.resourceVersion)
    await new Promise<void>((resolve) => handle.onState(({ revision }) => revision >= started && resolve()))
    // Only the handle that writes receives isLasting, so the test keeps it.
    Object.assign(globalThis, { write: handle.fetch })
    handle.onState(({ isLasting }) => Object.assign(globalThis, { isLasting }))
    const body = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' })
    const headers = { 'content-type': 'application/json' }
    await handle.fetch('/apis/authentication.k8s.io/v1/selfsubjectreviews', { method: 'POST', headers, body })
  }, id)
  expect(await readNamespace(page, id, 'default')).toBe(200)
  expect(await asked()).toBe(0)
  await page.evaluate(async () => {
    const write = Reflect.get(globalThis, 'write') as typeof fetch
    const headers = { 'content-type': 'application/json' }
    for (const name of ['one', 'two']) {
      const body = JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
      await write('/api/v1/namespaces', { method: 'POST', headers, body })
    }
  })
  await expect.poll(asked).toBe(1)
  // The state of the cluster has the browser's answer, for the status line.
  await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'isLasting') as unknown)).toBe(false)
})

for (const mode of ['shared', 'dedicated'] as const) {
  test(`${mode}: an older version stops writing when a newer one opens the data`, async ({ context, serve }) => {
    const { url } = await serve()
    const first = await context.newPage()
    await openPage(first, `${url}?worker=${mode}`, false)
    const id = await createCluster(first)
    const second = await context.newPage()
    await openPage(second, `${url}?worker=${mode}`, false)
    expect(await readNamespace(second, id, 'default')).toBe(200)
    const failures = await first.evaluateHandle(async (cluster) => {
      const seen: (string | undefined)[] = []
      const handle = await (await clusters).open(cluster)
      handle.onState(({ phase, error }) => phase === 'failed' && seen.push(error))
      return seen
    }, id)
    const newer = await context.newPage()
    await newer.goto(`${url}embedding.html`)
    const opened = newer.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const request = indexedDB.open('tabplane:/', 1000)
          request.addEventListener('success', () => resolve(request.result.version))
          request.addEventListener('error', () => reject(request.error ?? new Error('not opened')))
        }),
    )
    expect(await opened).toBe(1000)
    const why = /a newer version of this app has opened its data: reload this page/
    await expect.poll(async () => (await failures.jsonValue())[0]).toMatch(why)
    // The writer lock is free: a newer version may write.
    const free = newer.evaluate(() => navigator.locks.request('tabplane:/:writer', () => true))
    expect(await free).toBe(true)
    await expect(readNamespace(first, id, 'default')).rejects.toThrow(why)
    const late = await context.newPage()
    await late.goto(`${url}?worker=${mode}`)
    expect(await late.evaluate(() => clusters.catch((error: Error) => error.message))).toMatch(why)
  })
}

test.describe('without a service worker', () => {
  // A route of the page intercepts the requests of a dedicated worker, until a service worker takes the page over.
  test.use({ serviceWorkers: 'block' })

  test('a write answers 503 when a chunk of the worker cannot be loaded, and the next write loads it', async ({
    page,
    serve,
  }) => {
    await openPage(page, `${(await serve()).url}?worker=dedicated`, false)
    const id = await createCluster(page)
    let asked = 0
    await page.route(/api-worker\/kinds-/, (route) => (asked++ === 0 ? route.abort() : route.continue()))
    const create = (name: string): Promise<number> =>
      page.evaluate(
        async ([cluster, metadataName]) => {
          const handle = await (await clusters).open(cluster)
          const body = JSON.stringify({ apiVersion: 'v1', kind: 'Endpoints', metadata: { name: metadataName } })
          const headers = { 'content-type': 'application/json' }
          return (await handle.fetch('/api/v1/namespaces/default/endpoints', { method: 'POST', headers, body })).status
        },
        [id, name] as const,
      )
    expect(await create('lost')).toBe(503)
    expect(await create('found')).toBe(201)
    expect(asked).toBe(2)
  })
})

test('a sandboxed frame has a cluster in memory', async ({ page, serve }) => {
  const { url } = await serve()
  await openPage(page, url, false)
  await page.evaluate((src) => {
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts')
    frame.src = `${src}?sandboxed`
    document.body.append(frame)
  }, url)
  const frame = await expect
    .poll(() => page.frames().find((candidate) => candidate.url().endsWith('?sandboxed')))
    .toBeTruthy()
    .then(() => page.frames().find((candidate) => candidate.url().endsWith('?sandboxed'))!)
  await frame.waitForFunction(() => 'clusters' in globalThis)
  const seen = await frame.evaluate(async () => {
    const all = await clusters
    const handle = await all.create({ dialect: 'svc' })
    // Modules that other workers load lazily must be part of the script of this worker.
    const body = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: written-in-yaml }\n'
    const headers = { 'content-type': 'application/yaml' }
    const created = await handle.fetch('/api/v1/namespaces', { method: 'POST', headers, body })
    const document = await handle.fetch('/openapi/v3/api/v1')
    return [all.mode, handle.state.saved, created.status, document.status]
  })
  expect(seen).toEqual(['memory', 'memory', 201, 200])
})
