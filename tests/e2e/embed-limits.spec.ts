import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import type { TabplaneClusterElement } from '../../src/contracts/embed-api.ts'
import { serveSite, type StaticSite } from './app/static-site.ts'
import { expect, test } from './embed-host.ts'
import { chromiumPath } from '../../scripts/chromium-path.mjs'

// Embeds in pages and browsers that restrict them: many at once, other sites, no cookies, strict policies.

/** A guard against a hang: the machine may be busy, and ten apps start on it. */
const TEN_EMBEDS_TIMEOUT_MS = 360_000

const elements = (count: number, attributes: string): string =>
  Array.from(
    { length: count },
    (_, i) => `<tabplane-cluster title="C${i}" panes="terminal" dialect="k8s" ${attributes}></tabplane-cluster>`,
  ).join('')

const workers = (page: Page): number => page.workers().length

/** Runs a command in each embed of the page, all at once. */
const runInEach = (page: Page, line: string): Promise<string[]> =>
  page.evaluate(async (command) => {
    await customElements.whenDefined('tabplane-cluster')
    const all = [...document.querySelectorAll('tabplane-cluster')] as unknown as TabplaneClusterElement[]
    return Promise.all(all.map(async (one, index) => (await one.run(command.replace('NUMBER', String(index)))).stdout))
  }, line)

test('an embed outside the screen starts, answers calls and sends events', async ({ page, host }) => {
  host.body = `<div style="height: 4000px"></div>${elements(1, '')}`
  await page.goto(host.url)
  const changed = page.evaluate(async () => {
    await customElements.whenDefined('tabplane-cluster')
    const cluster = document.querySelector('tabplane-cluster') as unknown as TabplaneClusterElement
    const change = new Promise<string>((resolve) => {
      cluster.addEventListener('change', ({ detail }) => detail.name === 'menu' && resolve(detail.kind))
    })
    await cluster.run('kubectl create configmap menu')
    return change
  })
  expect(await changed).toBe('ConfigMap')
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('ten embeds have a worker each, and a cluster each', async ({ page, host }) => {
  test.setTimeout(TEN_EMBEDS_TIMEOUT_MS)
  host.body = elements(10, '')
  await page.goto(host.url)
  const created = await runInEach(page, 'kubectl create namespace shop-NUMBER -o name')
  expect(created).toEqual(Array.from({ length: 10 }, (_, i) => `namespace/shop-${i}\n`))
  const listed = await runInEach(page, 'kubectl get namespaces -o name | grep shop')
  expect(listed).toEqual(created)
  expect(workers(page)).toBe(10)
})

test('ten views of one cluster have one worker', async ({ page, host }) => {
  test.setTimeout(TEN_EMBEDS_TIMEOUT_MS)
  host.body = elements(10, 'cluster="shop"')
  await page.goto(host.url)
  await runInEach(page, 'kubectl create namespace shop-NUMBER -o name')
  const [first = '', ...others] = await runInEach(page, 'kubectl get namespaces -o name | grep shop')
  expect(first.trim().split('\n')).toHaveLength(10)
  for (const one of others) expect(one).toBe(first)
  expect(workers(page)).toBe(1)
})

/** Opens a browser with these preferences in a new profile, and a page in it. */
async function openProfile(preferences: object): Promise<{ readonly page: Page; close(): Promise<void> }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tabplane-profile-'))
  mkdirSync(path.join(folder, 'Default'))
  writeFileSync(path.join(folder, 'Default/Preferences'), JSON.stringify(preferences))
  const { launchOptions } = test.info().project.use
  // The headless shell ignores these settings.
  const context = await chromium.launchPersistentContext(folder, { ...launchOptions, executablePath: chromiumPath() })
  return {
    page: await context.newPage(),
    async close() {
      await context.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const framing = (origin: string): string =>
  `<!doctype html><html lang="en"><title>Docs</title><script async src="${origin}/embed.js"></script>${elements(1, '')}</html>`

/** `true` when a page may use its storage, else the name of the error. */
const storage = (page: Page): Promise<string> =>
  page.evaluate(() => {
    try {
      return String(localStorage.length >= 0)
    } catch (error) {
      return (error as Error).name
    }
  })

for (const { name, settings, storageOfApp } of [
  { name: 'without third-party cookies', settings: { cookie_controls_mode: 1 }, storageOfApp: 'true' },
  {
    name: 'with cookies and site data off',
    settings: { default_content_setting_values: { cookies: 2 } },
    storageOfApp: 'SecurityError',
  },
])
  test(`an embed works in a page of another site, ${name}`, async () => {
    const sites: StaticSite[] = []
    const { page, close } = await openProfile({ profile: settings })
    try {
      const app = await serveSite('/', { headers: true })
      sites.push(app)
      const docs = await serveSite('/none/', { headers: false, pages: new Map([['/', framing(app.origin)]]) })
      sites.push(docs)
      await page.goto(`${app.origin}/embed.html`)
      expect(await storage(page), 'the setting has an effect').toBe(storageOfApp)
      // `localhost` is another site than `127.0.0.1`.
      await page.goto(docs.origin.replace('127.0.0.1', 'localhost'))
      expect(await runInEach(page, 'kubectl get namespace default -o name')).toEqual(['namespace/default\n'])
      await expect(page.frameLocator('iframe').locator('.xterm-rows')).toContainText('$')
    } finally {
      await close()
      for (const site of sites) await site.close()
    }
  })
