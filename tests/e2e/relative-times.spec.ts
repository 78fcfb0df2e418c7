import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'
import { Playground } from './app/playground.ts'

// A context keeps an installed clock, so no other test may use the same one. The API server is a worker, whose clock is
// the machine's.
test.use({ firstVisit: true })

test('ages of objects and of watches go on while nothing changes', async ({ page }) => {
  await page.clock.install()
  const playground = new Playground(page)
  await playground.open()
  await playground.run('svcctl create configmap aged --from-literal=a=1')
  await expect(playground.screen).toContainText('configmap/aged created')
  await playground.open(`./?cluster=${playground.cluster}&at=/api/v1/namespaces/default/configmaps`)
  const age = playground
    .row('aged')
    .getByRole('gridcell')
    .filter({ hasText: /^\d+[smhd]/ })
  await expect(age).toHaveText(/^\d+[sm]/)
  await page.clock.fastForward('02:00:00')
  await expect(age).toHaveText(/^2h/)
  await page.clock.fastForward('02:00:00')
  await expect(age).toHaveText(/^4h/)

  await page.getByRole('tab', { name: 'Watches' }).click()
  const watch = page.getByRole('row', { name: /open for/ }).first()
  await expect(watch).toContainText(/open for \d+[smh]/)
  await page.clock.fastForward('48:00:00')
  await expect(watch).toContainText(/open for 2d/)
})
