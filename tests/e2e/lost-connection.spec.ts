import type { Locator, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { Playground } from './app/playground.ts'

// Playwright cannot intercept requests that a service worker answers.
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

/** Makes the scripts with this name unavailable. The returned function makes them available again. */
async function without(page: Page, name: string): Promise<() => Promise<void>> {
  const script = new RegExp(`/assets/${name}-[\\w-]+\\.js$`)
  await page.route(script, (route) => route.abort())
  return () => page.unroute(script)
}

test('a dialog that could not be loaded opens at the next attempt', async ({ page }) => {
  const playground = new Playground(page)
  await playground.open()
  const restore = await without(page, 'embed-dialog')
  await playground.command('Embed cluster in a page')
  await expect(page.getByRole('alert')).toContainText('The dialog could not be loaded')
  await restore()
  await playground.command('Embed cluster in a page')
  await expect(page.getByRole('dialog', { name: 'Embed in a page' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the failure of a dialog can be closed', async ({ page }) => {
  const playground = new Playground(page)
  await playground.open()
  await without(page, 'embed-dialog')
  await playground.command('Embed cluster in a page')
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a notice is shown when its list loads at the next attempt', async ({ page }) => {
  const restore = await without(page, 'notice-list')
  await new Playground(page).open('./#c1garbage')
  await expect(page.getByRole('alert')).toContainText('The list of notices could not be loaded')
  await restore()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toContainText('The shared cluster cannot be opened')
})

test('a page that is chosen before the cluster opens is shown when it opens', async ({ page }) => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/api-worker-/, async (route) => {
    await held
    await route.continue()
  })
  // Playwright cannot intercept the requests of a SharedWorker.
  await page.goto('./?worker=dedicated')
  const lessons = page.getByRole('button', { name: 'Lessons', exact: true })
  await lessons.click()
  await expect(lessons).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page.getByRole('heading', { name: 'Lessons', exact: true })).toBeVisible()
  await expect(lessons).toHaveAttribute('aria-busy', 'false')
})

test('the identity, the borders of the panes, a menu and a question load at the next attempt', async ({ page }) => {
  const playground = new Playground(page)
  const restoreIdentity = await without(page, 'identity-chip')
  const restoreBorders = await without(page, 'splitter')
  const restoreMenu = await without(page, 'menu-list')
  const restoreQuestion = await without(page, 'question-dialog')
  await playground.open()
  const alert = (text: string): Locator => page.getByRole('alert').filter({ hasText: text })
  const again = async (part: Locator): Promise<void> => part.getByRole('button', { name: 'Try again' }).click()
  await expect(alert('The borders of the panes could not be loaded')).toHaveCount(1)
  await expect(alert('The identity could not be loaded')).toBeVisible()
  await restoreIdentity()
  await restoreBorders()
  await again(alert('The identity'))
  await again(alert('The borders'))
  await expect(page.getByRole('button', { name: 'Identity: admin' })).toBeVisible()
  await expect(page.getByRole('separator')).toHaveCount(2)
  await page.getByRole('button', { name: /^Cluster / }).click()
  await expect(page.getByRole('alert')).toContainText('The menu could not be loaded')
  await restoreMenu()
  await page.getByRole('button', { name: /^Cluster / }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await expect(page.getByRole('alert')).toContainText('The question could not be loaded')
  await restoreQuestion()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
})

test('the palette and the shortcuts of an embed open at the next attempt', async ({ page }) => {
  const restorePalette = await without(page, 'palette')
  const restoreShortcuts = await without(page, 'shortcuts-dialog')
  await page.goto('./?panes=explore,terminal')
  await expect(page.getByRole('tree')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('alert')).toContainText('The palette could not be loaded')
  await restorePalette()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('tree').getByText('pods', { exact: true }).click()
  await page.keyboard.press('?')
  await expect(page.getByRole('alert')).toContainText('The list of shortcuts could not be loaded')
  await restoreShortcuts()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})
