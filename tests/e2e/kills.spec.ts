import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { dice } from '../fuzz/dice.ts'
import type { BrowserProcess } from './host/browser-process.ts'
import { startBrowser } from './host/browser-process.ts'
import { createCluster, openPage, stopServiceWorkers, test } from './host/fixtures.ts'

/** `KILLS=200 npx playwright test kills` plays more; `KILL_SEED` repeats a run's choices. */
const KILLS = Number(process.env['KILLS'] ?? 10)
const SEED = Number(process.env['KILL_SEED'] ?? 20_240_501)
const WAYS = ['process', 'tab', 'worker', 'service worker', 'renderer'] as const

/** The writes acknowledged since the last check, reported by pages that may have ended. */
interface Acknowledged {
  readonly created: Set<string>
  readonly counters: Map<string, number>
}

test(`${KILLS} kills at random moments lose no acknowledged write and repeat none`, async ({
  serve,
  launchOptions,
}) => {
  test.setTimeout(60_000 + KILLS * 20_000)
  const { below, pick } = dice(SEED)
  const { url } = await serve()
  const profile = await mkdtemp(path.join(tmpdir(), 'kills-'))
  const acknowledged: Acknowledged = { created: new Set(), counters: new Map() }
  const totals = { created: 0, counted: 0 }
  const start = (): Promise<BrowserProcess> =>
    startBrowser(launchOptions.executablePath ?? 'chromium', launchOptions.args ?? [], profile)
  const openTab = async (browser: BrowserProcess): Promise<Page> => {
    const tab = await browser.context.newPage()
    await tab.exposeFunction('acknowledge', (what: string, count: number) => {
      if (count > 0) acknowledged.counters.set(what, Math.max(count, acknowledged.counters.get(what) ?? 0))
      else acknowledged.created.add(what)
    })
    await openPage(tab, url)
    return tab
  }
  let browser = await start()
  try {
    let page = await openTab(browser)
    const id = await createCluster(page)
    for (let kill = 0; kill < KILLS; kill++) {
      const way = WAYS[kill] ?? pick(WAYS)
      await test.step(`${kill}: ${way}`, async () => {
        const working = page.evaluate(load, [id, `k${kill}`] as const).catch(() => undefined)
        await expect.poll(() => acknowledged.created.size).toBeGreaterThan(0)
        await new Promise((resolve) => setTimeout(resolve, below(400)))
        if (way === 'process') {
          await browser.kill()
          browser = await start()
        } else if (way === 'tab') await page.close()
        else if (way === 'worker') await endSharedWorker(browser, url)
        else if (way === 'service worker') await stopServiceWorkers(page)
        else await crash(page)
        if (way === 'worker' || way === 'service worker') {
          await page.evaluate(() => Object.assign(globalThis, { isOver: true }))
          await working
        } else page = await openTab(browser)
        const { found, counters, notice } = await page.evaluate(readAll, id)
        const times = new Map<string, number>()
        for (const name of found) times.set(name, (times.get(name) ?? 0) + 1)
        const lost = [...acknowledged.created].filter((name) => !times.has(name))
        const repeated = [...times].filter(([, count]) => count > 1)
        const behind = [...acknowledged.counters].filter(([name, count]) => (counters[name] ?? 0) < count)
        expect({ lost, repeated, behind, notice }, `seed ${SEED}, kill ${kill}, ${way}`).toEqual({
          lost: [],
          repeated: [],
          behind: [],
          notice: undefined,
        })
        totals.created += acknowledged.created.size
        totals.counted = [...acknowledged.counters.values()].reduce((sum, count) => sum + count, 0)
        await page.evaluate(clear, id)
        acknowledged.created.clear()
      })
    }
    console.log(
      `${KILLS} kills: ${totals.created} creations and ${totals.counted} updates were acknowledged, none lost`,
    )
  } finally {
    await browser.kill()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
})

/** Writes through the page's own port and through the service worker until the page ends. Both report acknowledged writes. */
async function load([cluster, run]: readonly [string, string]): Promise<void> {
  const scope = globalThis as unknown as { isOver: boolean; acknowledge(what: string, count: number): Promise<void> }
  scope.isOver = false
  const handle = await (await clusters).open(cluster)
  const maps = '/api/v1/namespaces/default/configmaps'
  const headers = { 'content-type': 'application/json' }
  const write = async (writer: number, through: typeof handle.fetch): Promise<void> => {
    const object = (metadata: object, data: object): string =>
      JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data })
    const counter = `counter-${writer}`
    const read = await through(`${maps}/${counter}`)
    let count = read.ok ? Number(((await read.json()) as { data: { n: string } }).data.n) : 0
    if (!read.ok) await through(maps, { method: 'POST', headers, body: object({ name: counter }, { n: '0' }) })
    for (let i = 0; !scope.isOver; i++) {
      const op = `${run}-${writer}-${i}`
      const filler = 'x'.repeat(writer === 0 ? 20_000 : 500)
      const created = await through(maps, {
        method: 'POST',
        headers,
        body: object({ generateName: 'load-', labels: { load: 'yes' } }, { op, filler }),
      })
      if (created.status === 201) await scope.acknowledge(op, 0)
      count++
      const counted = await through(`${maps}/${counter}`, {
        method: 'PUT',
        headers,
        body: object({ name: counter }, { n: String(count), filler }),
      })
      if (counted.ok) await scope.acknowledge(counter, count)
    }
  }
  const throughServiceWorker: typeof handle.fetch = (url, init) => fetch(`clusters/${cluster}${url}`, init)
  await Promise.allSettled([
    ...[0, 1, 2].map((writer) => write(writer, (url, init) => handle.fetch(url, init))),
    ...[3, 4].map((writer) => write(writer, throughServiceWorker)),
  ])
}

interface ReadCluster {
  readonly found: readonly string[]
  readonly counters: Readonly<Record<string, number>>
  /** The damage that the host reports. */
  readonly notice: string | undefined
}

async function readAll(cluster: string): Promise<ReadCluster> {
  const handle = await (await clusters).open(cluster)
  const response = await handle.fetch('/api/v1/namespaces/default/configmaps')
  const list = (await response.json()) as { items: { metadata: { name: string }; data?: Record<string, string> }[] }
  if (!response.ok) throw new Error(`the cluster cannot be read: ${JSON.stringify(list)}`)
  return {
    notice: handle.state.notice,
    found: list.items.flatMap(({ data }) => data?.['op'] ?? []),
    counters: Object.fromEntries(
      list.items
        .filter(({ metadata }) => metadata.name.startsWith('counter-'))
        .map(({ metadata, data }) => [metadata.name, Number(data?.['n'])]),
    ),
  }
}

async function clear(cluster: string): Promise<void> {
  const handle = await (await clusters).open(cluster)
  await handle.fetch('/api/v1/namespaces/default/configmaps?labelSelector=load', { method: 'DELETE' })
}

async function endSharedWorker({ session }: BrowserProcess, url: string): Promise<void> {
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'shared_worker' }] })
  const ours = targetInfos.find((target) => target.url.startsWith(url))
  if (ours === undefined) throw new Error('there is no SharedWorker')
  await session.send('Target.closeTarget', { targetId: ours.targetId })
}

/** Ends the renderer, and with it the page and the workers in its process. */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  session.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
}
