import { expect, test, type Page } from '@playwright/test'
import { Playground } from './app/playground.ts'
import { serveSite, type StaticSite } from './app/static-site.ts'

const sites: StaticSite[] = []
const serve = async (...site: Parameters<typeof serveSite>): Promise<StaticSite> => {
  const served = await serveSite(...site)
  sites.push(served)
  return served
}
test.afterEach(async () => {
  for (const site of sites.splice(0)) await site.close()
})

async function scopeOf(page: Page): Promise<string> {
  return page.evaluate(async () => (await navigator.serviceWorker.ready).scope)
}

test('the site works below a path of a plain web server, and does not affect the rest of the host', async ({
  page,
}) => {
  const beside = new Map([['/', '<!doctype html><title>Another page</title>']])
  const { origin } = await serve('/team/play/', { headers: false, pages: beside })
  const playground = new Playground(page)
  await playground.open(`${origin}/team/play/`)
  await playground.run('svcctl get namespaces')
  await expect(playground.screen).toContainText(/svc-system\s+Active/)
  expect(await scopeOf(page)).toBe(`${origin}/team/play/`)
  await playground.controlled()
  const version = await page.evaluate(async (id) => (await fetch(`clusters/${id}/version`)).status, playground.cluster)
  expect(version).toBe(200)
  await page.goto(`${origin}/`)
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
})

test('a page of another origin can frame an embed and not the app, with and without a service worker', async ({
  page,
}) => {
  const { origin } = await serve('/play/', { headers: true })
  const framing = (address: string): string =>
    `<!doctype html><title>Host</title><iframe title="f" src="${address}"></iframe>`
  const host = await serve('/none/', {
    headers: false,
    pages: new Map([
      ['/app', framing(`${origin}/play/`)],
      ['/embed', framing(`${origin}/play/?panes=terminal`)],
    ]),
  })
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('frame-ancestors')) refused.push(message.text())
  })
  for (const visit of ['before', 'behind'] as const) {
    await page.goto(`${host.origin}/app`)
    await expect.poll(() => refused.length, visit).toBe(visit === 'before' ? 1 : 2)
    await page.goto(`${host.origin}/embed`)
    await expect(page.frameLocator('iframe[title=f]').locator('.xterm-rows'), visit).toContainText('$')
    expect(refused, visit).toHaveLength(visit === 'before' ? 1 : 2)
    if (visit === 'before') {
      await new Playground(page).open(`${origin}/play/`)
      await new Playground(page).controlled()
    }
  }
})
