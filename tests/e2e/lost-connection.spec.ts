import { expect, test } from '@playwright/test'
import { Playground } from './app/playground.ts'

// Requests that a service worker answers have no route.
test.use({ serviceWorkers: 'block' })

test('a part that could not be loaded says so, and loads at the next attempt', async ({ page }) => {
  const script = /\/assets\/lab-page-[\w-]+\.js$/
  await page.route(script, (route) => route.abort())
  await new Playground(page).open('./?dialect=k8s&lab=cel')
  await expect(page.getByText('This page could not be loaded')).toBeVisible()
  await page.unroute(script)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Result' }).getByRole('status')).toContainText('true')
})

test('a dialog that could not be loaded opens at the next attempt', async ({ page }) => {
  const script = /\/assets\/embed-dialog-[\w-]+\.js$/
  const playground = new Playground(page)
  await playground.open()
  await page.route(script, (route) => route.abort())
  await playground.command('Embed cluster in a page')
  await expect(page.getByRole('alert')).toContainText('The dialog could not be loaded')
  await page.unroute(script)
  await playground.command('Embed cluster in a page')
  await expect(page.getByRole('dialog', { name: 'Embed in a page' })).toBeVisible()
})
