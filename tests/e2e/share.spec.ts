import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'
import { bakery, Playground } from './app/playground.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

async function shareLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}

/** The names in the menu of clusters. */
async function clusters(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: /^Cluster / }).click()
  // The menu opens before its list of clusters has arrived.
  const items = page.getByRole('menu').getByRole('menuitemradio')
  await expect(items.first()).toBeVisible()
  const names = await items.allInnerTexts()
  await page.keyboard.press('Escape')
  return names
}

test('a link opens the same objects in another profile, and never replaces a cluster', async ({
  playground,
  browser,
  guard,
}) => {
  await playground.applyPasted(bakery(3))
  await expect(playground.page.getByText('service/counter created')).toBeVisible()
  const link = await shareLink(playground.page)
  expect(link).toContain(new URL('./#', playground.page.url()).href)

  const context = await browser.newContext()
  guard(context)
  const fresh = new Playground(await context.newPage())
  await fresh.open(link)
  await expect(fresh.page.getByText('The cluster was made with 3 objects')).toBeVisible()
  // A first visitor reads what the app is, and finds the map beside the tab of the link.
  await expect(fresh.page.getByText('Nothing is installed, and nothing leaves the tab.')).toBeVisible()
  await expect(fresh.page.getByRole('button', { name: 'Show its map' })).toBeVisible()
  await expect(fresh.page.getByRole('tab', { name: 'Map' })).toBeVisible()
  await fresh.run('svcctl get deploy,svc -A')
  await expect(fresh.screen).toContainText(/bakery\s+deployment.apps\/oven\s+\d\/3/)
  await expect(fresh.screen).toContainText(/bakery\s+service\/counter/)
  await expect(fresh.editor).toContainText('name: bakery')
  expect(await clusters(fresh.page)).toHaveLength(1)
  // The link is used once: a reload opens the cluster that it made.
  await fresh.reload()
  expect(await clusters(fresh.page)).toHaveLength(1)
  await context.close()

  const { cluster } = playground
  await playground.page.goto('about:blank')
  await playground.open(link)
  await expect(playground.page.getByText('The cluster was made with 3 objects')).toBeVisible()
  expect(playground.cluster).not.toBe(cluster)
  expect(await clusters(playground.page)).toHaveLength(2)
})

test('an invalid link shows the reason and changes nothing', async ({ playground }) => {
  const { page } = playground
  await playground.applyExample()
  const { cluster } = playground
  const link = await shareLink(page)
  const bomb = await page.evaluate(async () => {
    const stream = new Blob([new Uint8Array(5 * 2 ** 20)]).stream().pipeThrough(new CompressionStream('deflate-raw'))
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
    return btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  })
  const [address = '', data = ''] = link.split('#c1.')
  const broken: [string, string][] = [
    [`#c9.${data}`, 'another version of Tabplane'],
    [`#c1.${data.slice(0, data.length / 2)}`, 'The link is damaged'],
    [`#c1.${data.slice(0, 40)}%20${data.slice(40)}`, 'characters that no link has'],
    [`#c1.${bomb}`, 'more than 4 MiB'],
  ]
  for (const [fragment, why] of broken) {
    await page.goto('about:blank')
    await playground.open(address + fragment)
    await expect(page.getByRole('alert')).toContainText('The shared cluster cannot be opened')
    await expect(page.getByRole('alert')).toContainText(why)
    expect(playground.cluster).toBe(cluster)
    await expect(playground.type('deployments')).toContainText('1')
  }
  expect(await clusters(page)).toHaveLength(1)
})

test('a cluster too large for a link is offered as a file', async ({ playground }) => {
  const { page } = playground
  const noise = await page.evaluate(() =>
    Array.from(crypto.getRandomValues(new Uint8Array(40_000)), (byte) => byte.toString(36).padStart(2, '0')).join(''),
  )
  await playground.applyPasted(`apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: noise\ndata:\n  text: ${noise}\n`)
  await expect(page.getByText('configmap/noise created')).toBeVisible()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('The cluster is too large for a link')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save file' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('playground.yaml')
})

test('a damaged link is reported, and the page opens a cluster nevertheless', async ({ page }) => {
  const fresh = new Playground(page)
  await fresh.open('./#c1garbage')
  await expect(page.getByRole('alert')).toContainText('The shared cluster cannot be opened')
  await fresh.run('svcctl get namespaces')
  await expect(fresh.screen).toContainText(/svc-system\s+Active/)
  // A reload opens the cluster, and not the link again.
  expect(new URL(page.url()).hash).toBe('')
})
