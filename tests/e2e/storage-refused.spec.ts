import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'
import { Playground } from './app/playground.ts'

// A context keeps its init scripts, so no other test may use the same one.
test.use({ firstVisit: true })

/** Browsers refuse storage in these ways: in private windows, for blocked site data, by a policy. */
const REFUSALS = {
  'opening a database throws': `
    const refuse = () => { throw new DOMException('The user denied permission to access the database.', 'SecurityError') }
    Object.defineProperty(IDBFactory.prototype, 'open', { value: refuse });`,
  'there is no IndexedDB': `Object.defineProperty(globalThis, 'indexedDB', { value: null });`,
  'no storage of any kind can be reached': `
    const refuse = () => { throw new DOMException('The operation is insecure.', 'SecurityError') }
    Object.defineProperty(IDBFactory.prototype, 'open', { value: refuse });
    for (const name of ['localStorage', 'sessionStorage'])
      if (name in globalThis) Object.defineProperty(globalThis, name, { get: refuse });`,
}

for (const [how, script] of Object.entries(REFUSALS)) {
  test(`a cluster works in memory, and the page says so, when ${how}`, async ({ page, context }) => {
    await context.addInitScript(script)
    // Init scripts do not reach workers.
    await context.route(/\/assets\/[\w-]*api-worker[\w-]*\.js$/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: script + (await response.text()) })
    })
    const playground = new Playground(page)
    await playground.open()
    await playground.applyExample()
    const status = page.getByRole('contentinfo')
    await expect(status).toContainText('Not saved: gone when this tab closes.')
    await expect(status.getByRole('button', { name: 'Export a file to keep it' })).toBeVisible()
    await playground.run('svcctl -n shop rollout status deployment/web && svcctl -n shop get deployments')
    await expect(playground.screen).toContainText(/web\s+2\/2/)
  })
}
