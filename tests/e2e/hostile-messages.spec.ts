import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { createCluster, createNamespace, fetchStatus, openPage, readNamespace, test } from './host/fixtures.ts'

// Messages that a script of the same origin (a broken extension, another app there) can post to the parts of the app.

declare global {
  /** Makes values of every type, and messages of known types with wrong, huge or missing members. */
  var rubbish: () => unknown[]
  /** The script of the worker that the page started. */
  var workerUrl: string
}

async function prepare(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.SharedWorker = class extends SharedWorker {
      constructor(url: string | URL, options?: string | WorkerOptions) {
        super(url, options)
        globalThis.workerUrl ??= String(url)
      }
    }
    globalThis.rubbish = () => {
      const ring: Record<string, unknown> = {}
      ring['ring'] = ring
      const types = ['writer', 'pipe-wanted', 'link', 'role', 'broken', 'port', 'claim', 'request', 'heard', 'abort']
        .concat([
          'taken',
          'follow',
          'control',
          'offer',
          'webhook-hold',
          'webhook-answer',
          'ping',
          'pong',
          'constructor',
        ])
        .concat(['__proto__', 'GET', 'SET', 'APPLY', 'CONSTRUCT', 'ENDPOINT', 'RELEASE'])
      const members = {
        id: -1,
        cluster: {},
        url: 7,
        method: null,
        headers: 'x',
        body: [],
        generation: 'NaN',
        pipe: '../x',
      }
      const loose = [null, undefined, 0, Number.NaN, '', 'bye', 10n, [], [null], [[[]]], {}, ring, new Map([[{}, {}]])]
      const calls = [
        { id: '1', type: 'APPLY', path: ['constructor', 'constructor'], argumentList: [{ type: 'RAW', value: 'x' }] },
        { id: '2', type: 'SET', path: ['__proto__', 'polluted'], value: { type: 'RAW', value: true } },
        { id: '3', type: 'GET', path: Array.from({ length: 10_000 }, () => 'constructor') },
        { id: '4', type: 'APPLY', path: null, argumentList: 7 },
      ]
      return [...loose, ...calls, ...types.flatMap((type) => [{ type }, { type, ...members }, [{ type, ...members }]])]
    }
  })
}

/**
 * Sends the rubbish to the channel of announcements, and to more links than the writer holds.
 * @returns the type of the first answer on such a link
 */
const attackChannels = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const channel = new BroadcastChannel(`tabplane:${location.pathname}`)
    for (const message of rubbish()) channel.postMessage(message)
    let answered: (type: string) => void
    const answer = new Promise<string>((resolve) => (answered = resolve))
    for (let i = 0; i < 300; i++) {
      const pipe = `tabplane:pipe:${crypto.randomUUID()}`
      channel.postMessage({ type: 'pipe-wanted', pipe })
      const link = new BroadcastChannel(pipe)
      link.addEventListener('message', ({ data }) => answered(data.type))
      if (i % 50 !== 0) continue
      for (const message of rubbish()) {
        link.postMessage(message)
        link.postMessage({ type: 'control', message })
      }
    }
    return answer
  })

/**
 * Connects to the worker of the other pages, and sends the rubbish to its port, to new links and to the control calls of each link.
 * @returns the type of the first answer
 */
const attackWorker = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { port } = new SharedWorker(workerUrl, { type: 'module', name: `shared ${location.pathname}` })
    const answer = new Promise<string>((resolve) => {
      port.addEventListener('message', ({ data }) => resolve(data.type))
    })
    port.start()
    for (const message of rubbish()) {
      port.postMessage(message)
      const { port1, port2 } = new MessageChannel()
      port.postMessage({ type: 'link' }, [port1])
      port2.postMessage(message)
      port2.postMessage([message, { type: 'control', message }])
    }
    for (let i = 0; i < 100; i++) {
      const { port1, port2 } = new MessageChannel()
      port.postMessage({ type: 'link' }, [port1])
      port2.close()
    }
    return answer
  })

const attackServiceWorker = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    for (const message of rubbish()) {
      active?.postMessage(message)
      const { port1, port2 } = new MessageChannel()
      active?.postMessage({ type: 'port' }, [port1])
      port2.postMessage(message)
      port2.postMessage([message])
    }
  })

for (const mode of ['shared', 'dedicated'] as const) {
  test(`${mode}: messages of another script to every channel and port do not change the clusters`, async ({
    context,
    serve,
  }) => {
    const { url } = await serve()
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    await openPage(page, `${url}?worker=${mode}`)
    const id = await createCluster(page)
    expect(await createNamespace(page, id, 'before')).toBe(201)

    const stranger = await context.newPage()
    await prepare(stranger)
    await openPage(stranger, `${url}?worker=${mode}`)
    expect(await attackChannels(stranger)).toBe('hello')
    await attackServiceWorker(stranger)
    if (mode === 'shared') expect(await attackWorker(stranger)).toBe('role')

    expect(await createNamespace(page, id, `after-${mode}`)).toBe(201)
    expect(await readNamespace(stranger, id, `after-${mode}`)).toBe(200)
    expect(await readNamespace(page, id, 'before')).toBe(200)
    expect(faults).toEqual([])
    expect(await fetchStatus(page, `clusters/${id}/api/v1/namespaces/before`)).toBe(200)
    await openPage(page, `${url}?worker=${mode}`)
    expect(await readNamespace(page, id, `after-${mode}`)).toBe(200)
  })
}
