import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { test as base } from '@playwright/test'
import { build, preview } from 'vite'

interface Site {
  readonly url: string
  close(): Promise<void>
}

interface Fixtures {
  /** Serves the host's page. Each call starts another server, so that a test may close it. */
  readonly serve: () => Promise<Site>
}

/** Tests of the host without the app. Each has a new browser profile. */
export const test = base.extend<Fixtures, { outDir: string }>({
  outDir: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what the fixture needs
    async ({}, use) => {
      // Each process has a folder: another run may build, and empty its folder, while this one serves.
      const outDir = path.resolve(import.meta.dirname, `../../../.cache/host-${process.pid}`)
      const configFile = path.join(import.meta.dirname, 'vite.config.ts')
      await build({ configFile, logLevel: 'error', build: { outDir } })
      await use(outDir)
      await rm(outDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  serve: async ({ outDir }, use) => {
    const sites: Site[] = []
    await use(async () => {
      const server = await preview({
        configFile: false,
        base: './',
        logLevel: 'silent',
        build: { outDir },
        // A sandboxed frame has an opaque origin, so its requests are cross-origin.
        preview: { host: '127.0.0.1', port: 0, cors: { origin: '*' } },
      })
      const address = server.httpServer.address()
      if (address === null || typeof address === 'string') throw new Error('the preview server has no port')
      const site = { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() }
      sites.push(site)
      return site
    })
    for (const site of sites) await site.close().catch(() => undefined)
  },
})

/** Opens the page and waits for the worker. With `controlled`, also waits for the service worker. */
export async function openPage(page: Page, url: string, controlled = true): Promise<void> {
  await page.goto(url)
  await page.evaluate(() => globalThis.clusters)
  if (!controlled) return
  await page.evaluate(async () => {
    const { serviceWorker } = navigator
    if (serviceWorker.controller !== null) return
    await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  })
}

export const createCluster = (page: Page): Promise<string> =>
  page.evaluate(async () => (await (await clusters).create({ dialect: 'k8s' })).id)

/** Creates a namespace over the page's own port. Resolves to the status. @throws Error for a status from 500 on */
export const createNamespace = (page: Page, id: string, name: string): Promise<number> =>
  page.evaluate(
    async ([cluster, metadataName]) => {
      const handle = await (await clusters).open(cluster)
      const body = JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: metadataName } })
      const headers = { 'content-type': 'application/json' }
      const response = await handle.fetch('/api/v1/namespaces', { method: 'POST', headers, body })
      // The error message contains the body of an unexpected response.
      if (response.status >= 500) throw new Error(await response.text())
      return response.status
    },
    [id, name] as const,
  )

/** Status of reading a namespace over the page's own port. */
export const readNamespace = (page: Page, id: string, name: string): Promise<number> =>
  page.evaluate(
    async ([cluster, metadataName]) => {
      const handle = await (await clusters).open(cluster)
      return (await handle.fetch(`/api/v1/namespaces/${metadataName}`)).status
    },
    [id, name] as const,
  )

/** Status of a plain `fetch`, which the service worker answers. */
export const fetchStatus = (page: Page, path: string, init?: { method: string; body: string }): Promise<number> =>
  page.evaluate(
    async ([url, options]) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(url, { ...options, headers })).status
    },
    [path, init] as const,
  )

/** Ends all service workers, as the browser does with an idle one. */
export async function stopServiceWorkers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await session.detach()
}
