import path from 'node:path'
import type { Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { build, preview } from 'vite'
import type { Row } from './row.ts'
import { rowsOf } from './row.ts'
import type { Figures, Plan } from './subject.ts'

const outDir = path.resolve(import.meta.dirname, '../.cache/bench-page')

const PORT_PLAN: Plan = {
  pods: 10_000,
  atOnce: 32,
  gets: 4000,
  patches: 500,
  lists: 5,
  watchers: 100,
  events: 100,
  turns: 5,
}
const SERVICE_WORKER_PLAN: Plan = {
  pods: 10_000,
  atOnce: 32,
  gets: 1000,
  patches: 100,
  lists: 5,
  watchers: 100,
  events: 50,
  turns: 5,
}

/** In Chromium, on a production build: the port and the service worker, with IndexedDB below. */
export async function browserRows(): Promise<Row[]> {
  await build({
    configFile: path.join(import.meta.dirname, 'page/vite.config.ts'),
    logLevel: 'error',
    build: { outDir },
  })
  const server = await preview({
    configFile: false,
    base: './',
    logLevel: 'silent',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  })
  const address = server.httpServer.address()
  if (address === null || typeof address === 'string') throw new Error('the preview server has no port')
  const url = `http://127.0.0.1:${address.port}`
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  })
  try {
    const page = await browser.newPage()
    await page.goto(url)
    const port = await page.evaluate((plan) => globalThis.bench.port(plan), PORT_PLAN)
    const way = await page.evaluate((plan) => globalThis.bench.serviceWorker(plan), SERVICE_WORKER_PLAN)
    const floor = await serviceWorkerFloor(await browser.newPage(), `${url}/floor/`, SERVICE_WORKER_PLAN.gets)
    return [...rowsOf('port', port.ours, 'webernetes', port.peer), ...serviceWorkerRows(way, floor)]
  } finally {
    await browser.close()
    await server.close()
  }
}

function serviceWorkerRows(way: { ours: Figures; port: Figures }, floor: number): Row[] {
  const get = {
    what: 'service worker: get a pod',
    unit: '/s' as const,
    ours: way.ours.get,
    beside: { name: 'constant answer', figure: floor },
  }
  return [get, ...rowsOf('service worker', way.ours, 'port', way.port)]
}

/** Fetches per second from a service worker that always answers the same: what the browser itself costs. */
async function serviceWorkerFloor(page: Page, url: string, count: number): Promise<number> {
  await page.goto(url)
  return page.evaluate(async (fetches) => {
    const { serviceWorker } = navigator
    await serviceWorker.register('sw.js')
    if (serviceWorker.controller === null)
      await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
    const started = performance.now()
    for (let i = 0; i < fetches; i++) await (await fetch('constant')).arrayBuffer()
    return (fetches * 1000) / (performance.now() - started)
  }, count)
}
