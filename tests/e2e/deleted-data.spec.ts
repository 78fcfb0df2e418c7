import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'

// Deletes the stored data of the site while a page is open, and checks what the page shows and acknowledges then.

/** Clears the data as the browser's dialog "Clear site data" does. */
async function clearSiteData(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const storageTypes = 'indexeddb,file_systems,local_storage,cache_storage'
  await session.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes })
  await session.detach()
}

/** Deletes the databases, as any script of the origin can. */
async function deleteDatabases(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases())
      await new Promise((resolve) => indexedDB.deleteDatabase(name).addEventListener('success', resolve))
    const folder = await navigator.storage.getDirectory()
    for await (const name of (folder as unknown as { keys(): AsyncIterable<string> }).keys())
      await folder.removeEntry(name).catch(() => undefined)
  })
}

/** The status and the text of the answer to a request to the open cluster. */
const request = (page: Page, method: string, path: string, body = ''): Promise<{ status: number; text: string }> =>
  page.evaluate(
    async ([verb, url, text]) => {
      await (globalThis as unknown as { tabplane: { ready: Promise<unknown> } }).tabplane.ready
      const cluster = new URL(location.href).searchParams.get('cluster')
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`clusters/${cluster}${url}`, {
        method: verb,
        headers,
        ...(text !== '' && { body: text }),
      })
      return { status: response.status, text: await response.text() }
    },
    [method, path, body] as const,
  )

const MAPS = '/api/v1/namespaces/default/configmaps'

for (const [what, remove] of [
  ['the user clears the site data', clearSiteData],
  ['a script deletes the databases', deleteDatabases],
] as const) {
  test(`when ${what}, the open page says so and acknowledges no later write`, async ({ page }) => {
    await page.goto('/?dialect=k8s')
    await expect(page).toHaveURL(/cluster=/)
    expect((await request(page, 'POST', MAPS, '{"metadata":{"name":"before"}}')).status).toBe(201)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await expect(other).toHaveURL(/cluster=/)
    await remove(page)
    await expect(page.getByRole('alert').filter({ hasText: 'Stored data were deleted' })).toContainText('export a file')
    await expect(page.locator('.statusline')).toContainText('Not saved')
    const late = await request(page, 'POST', MAPS, '{"metadata":{"name":"late"}}')
    expect([late.status, late.text]).toEqual([500, expect.stringContaining('were deleted')])
    // The page still serves the objects that it had, so that they can be exported.
    expect((await request(page, 'GET', `${MAPS}/before`)).status).toBe(200)
    expect((await request(page, 'GET', `${MAPS}/late`)).status).toBe(404)
    await expect(page.getByRole('button', { name: 'Export a file to keep it' })).toBeVisible()

    // The worker, which the other tab keeps running, opens its database again.
    const lost = page.url()
    await page.reload()
    await expect(page).not.toHaveURL(lost)
    // The refused write is absent, and the new cluster is stored again.
    await expect(page.locator('.statusline')).toContainText('saved')
    await expect(page.locator('.statusline')).not.toContainText('Not saved')
    expect((await request(page, 'POST', MAPS, '{"metadata":{"name":"anew"}}')).status).toBe(201)
    expect((await request(page, 'GET', `${MAPS}/late`)).status).toBe(404)
  })
}
