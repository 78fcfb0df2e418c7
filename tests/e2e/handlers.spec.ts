import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'

test('a webhook in the tab denies an object, until it is stopped', async ({ playground }) => {
  const { page } = playground
  await playground.command('New handler')
  await expect(page.getByRole('status').filter({ hasText: 'Does not run' })).toBeVisible()
  await page.getByRole('button', { name: 'Allow and run' }).click()
  await expect(page.getByText('Running: webhook guard.default.svc').first()).toBeVisible()
  await playground.run('svcctl apply -f guard.yaml && svcctl create configmap free')
  await expect(playground.screen).toContainText('denied the request: every ConfigMap needs the label owner')
  const calls = page.getByRole('list', { name: 'Calls' })
  await calls.getByRole('button', { name: 'POST /owner' }).click()
  await expect(page.getByLabel('Answer')).toContainText('"allowed": false')
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
})
