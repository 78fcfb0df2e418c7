import { expect } from '@playwright/test'
import { createCluster, createNamespace, openPage, readNamespace, test } from './host/fixtures.ts'

for (const mode of ['shared', 'dedicated', 'memory'] as const) {
  test(`${mode}: requests, errors and a watch over the direct port`, async ({ page, serve }) => {
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
    return (await all.fork(cluster, 'Copy')).id
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

test('the state tells the revision and that it is saved', async ({ page, serve }) => {
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

test('a reload keeps what was written', async ({ page, serve }) => {
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
  test(`${mode}: two tabs see one cluster, and closing the first breaks nothing`, async ({ context, serve }) => {
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

test('a SharedWorker that dies is replaced, and requests wait for the new one', async ({ page, browser, serve }) => {
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
    return [all.mode, handle.state.saved, (await handle.fetch('/api/v1/namespaces')).status]
  })
  expect(seen).toEqual(['memory', 'memory', 200])
})
