import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'
import { violations } from './app/violations.ts'

test('watches show their events as they flow, and a compaction its 410 and the new list', async ({ playground }) => {
  const { page } = playground
  await page.getByRole('tab', { name: 'Watches' }).click()
  const table = page.getByRole('table')
  // The controllers share an informer for each resource.
  await expect(table.getByRole('row', { name: /^pods shared-informers/ })).toBeVisible()
  await expect(table.getByRole('row', { name: /this page/ })).toHaveCount(0)
  await page.getByLabel('Panes of this page').check()
  await expect(table.getByRole('row', { name: /a pane of this page/ }).first()).toBeVisible()
  await page.getByLabel('Panes of this page').uncheck()

  await page.getByLabel('Filter watches').fill('configmaps shared')
  const row = table.getByRole('row', { name: /^configmaps shared-informers/ })
  // Long names are cut in their middle; the title has the whole name.
  await expect(row.getByTitle(/^shared-informers/)).toBeVisible()
  const events = page.getByRole('region', { name: 'Events of watches' })
  await page.getByRole('tab', { name: 'Terminal' }).click()
  await playground.run('svcctl create configmap early')
  await expect(playground.screen).toContainText('configmap/early created')
  await page.getByRole('tab', { name: 'Watches' }).click()
  const before = Number(await row.getByRole('cell').nth(1).innerText())
  await playground.controlled()
  await page.evaluate(async (id) => {
    await fetch(`clusters/${id}/api/v1/namespaces/default/configmaps`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ metadata: { name: 'late' } }),
    })
  }, playground.cluster)
  await expect(events).toContainText(/ADDED\s*configmaps default\/late/)
  await expect(row.getByRole('cell').nth(1)).toHaveText(String(before + 1))
  await page.getByLabel('Filter watches').fill('')

  await page.getByRole('button', { name: 'Compact' }).click()
  const steps = page.getByRole('region', { name: 'Compaction' }).getByRole('listitem')
  await expect(steps).toHaveText([
    /The history before revision \d+ is dropped/,
    /receives 410.*410 Expired: too old resource version/,
    /lists again/,
    /is accepted.*200/,
  ])
  await expect(events).toContainText('ERROR')
  expect(await violations(page)).toEqual([])
})
