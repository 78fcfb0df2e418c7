import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'

test('the focus, the details and the selection follow the tabs', async ({ playground }) => {
  const { page, grid } = playground
  await playground.applyExample()
  await playground.type('pods').click()
  const pods = grid.getByRole('row', { name: /Running/ })
  await expect(pods).toHaveCount(2)
  await page.getByRole('button', { name: 'Details pane' }).click()
  const details = page.locator('.details-pane')
  await grid.focus()
  await page.keyboard.press('ArrowDown')
  await expect(details.getByRole('heading', { name: /^web-/ })).toBeVisible()

  // An opened object replaces the table that has the focus. Then the tab of the object has the focus.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: /^Pod web-/ })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'pods' })).toBeFocused()
  await expect(pods.and(page.locator('[aria-selected="true"]'))).toHaveCount(1)

  // A pod is not shown beside the services.
  await playground.type('services').click()
  await expect(details.getByText('Nothing is selected')).toBeVisible()
})

test('a new document takes the focus, and a lesson is found by its name', async ({ playground }) => {
  const { page, editor } = playground
  await page.getByRole('button', { name: 'New document' }).click()
  await expect(editor).toBeFocused()
  await expect(editor).toContainText('Ctrl+Space')

  await page.getByRole('button', { name: 'Lessons', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()

  await page.keyboard.press('ControlOrMeta+k')
  const options = page.getByRole('dialog').getByRole('option')
  await page.getByRole('combobox', { name: 'Find anything' }).fill('lesson')
  await expect(options.first()).toContainText('Show lessons')
  await page.getByRole('combobox', { name: 'Find anything' }).fill('labels')
  await options.filter({ hasText: 'Find objects by their labels' }).click()
  await expect(page.locator('.lesson-pane').getByText('Find objects by their labels')).toBeVisible()
  await expect(page.locator('.lesson-pane').getByRole('heading', { level: 3 })).toBeFocused()

  // The palette finds every object by its name, even an object that was never shown.
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Find anything' }).fill('kube-root-ca default')
  await options.filter({ hasText: 'configmaps in default' }).click()
  await expect(page.getByRole('tab', { name: /kube-root-ca\.crt/ })).toBeVisible()
})
