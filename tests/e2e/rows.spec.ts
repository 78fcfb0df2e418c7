import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'
import { violations } from './app/violations.ts'

test('several rows are selected, labelled, found by label and deleted', async ({ playground }) => {
  const { page, grid } = playground
  await playground.applyExample()
  await playground.type('pods').click()
  const rows = grid.getByRole('row', { name: /^web-|Running/ })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Running')
  await rows.first().click()
  await page.keyboard.press('Shift+ArrowDown')
  const chosen = page.getByRole('group', { name: 'Selected rows' })
  await expect(chosen).toContainText('2 selected')
  expect(await violations(page)).toEqual([])

  await chosen.getByRole('button', { name: 'Label' }).click()
  await page.getByLabel('Labels').fill('tier=front')
  await page.keyboard.press('Enter')
  const filter = page.getByRole('searchbox', { name: 'Filter pods' })
  await filter.fill('tier=front')
  await expect(rows).toHaveCount(2)
  await filter.fill('tier=back')
  await expect(page.getByText('No pods match “tier=back”')).toBeVisible()
  await expect(page.getByText('This filter selects by labels')).toBeVisible()
  await filter.fill('')

  // The keyboard opens the menu of the row, too.
  await grid.focus()
  await page.keyboard.press('Shift+F10')
  const menu = page.getByRole('menu', { name: /^Actions for web-/ })
  await expect(menu.getByRole('menuitem', { name: 'Open' })).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('End')
  await expect(menu.getByRole('menuitem', { name: 'Delete 2 pods' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Delete 2 pods?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(grid).toBeFocused()

  await page.keyboard.press('Control+a')
  await page.keyboard.press('ArrowUp')
  await expect(chosen).toHaveCount(0)
  await rows
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await menu.getByRole('menuitem', { name: 'Details' }).click()
  await expect(page.getByText('Field owners')).toBeVisible()
})

test('the menu of a row scales, restarts, shows logs and breaks', async ({ playground }) => {
  const { page, screen } = playground
  await playground.applyExample()
  await playground.type('deployments').click()
  const actions = playground.row('web').getByRole('button', { name: /^Actions for/ })
  const choose = async (name: string): Promise<void> => {
    await actions.click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await choose('Scale')
  const replicas = page.getByLabel('Replicas')
  await expect(replicas).toHaveValue('2')
  await replicas.fill('3')
  await page.keyboard.press('Enter')
  await expect(screen).toContainText('deployment.apps/web scaled')
  await expect(playground.row('web')).toContainText('3/3')
  await choose('Restart')
  await expect(screen).toContainText('deployment.apps/web restarted')
  await choose('Logs')
  await expect(screen).toContainText('The log is empty. The containers of this cluster are simulated')
  await playground.run('svcctl exec deployment/web -n shop -- ls')
  await expect(screen).toContainText('no command runs in them')

  await choose('Break')
  await expect(page.getByRole('menuitemradio', { name: /^Crash loop/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('menuitemradio', { name: /^Crash loop/ }).click()
  await expect(page.getByText('Crash loop: applies to new pods')).toBeVisible()
  await actions.click()
  await page.getByRole('menuitem', { name: 'Break', exact: true }).click()
  await expect(page.getByRole('menuitemradio', { name: /^Crash loop/ })).toBeChecked()
})
