import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'

/** Presses F6 until the target has the focus; there are five panes. */
async function stepTo(page: Page, target: Locator): Promise<void> {
  const focused = (): Promise<boolean> => target.evaluate((element) => element === document.activeElement)
  for (let panes = 0; panes < 5 && !(await focused()); panes++) await page.keyboard.press('F6')
  await expect(target).toBeFocused()
}

test('the panes, the tabs, the map and the dialogs are reached and left by keyboard', async ({ playground }) => {
  const { page, screen, editor, grid } = playground
  const { keyboard } = page
  const terminal = page.locator('.xterm-helper-textarea')

  // On a first visit, Enter applies the example.
  await expect(page.getByRole('button', { name: 'Apply this example' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Map' })).toBeFocused()

  await keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused()
  await keyboard.type('deployments')
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText('deployments')
  await keyboard.press('Enter')
  await expect(playground.row('web')).toBeVisible()
  await keyboard.press('ArrowDown')
  await expect(grid).toBeFocused()

  await stepTo(page, page.getByRole('button', { name: 'Explorer' }))
  await stepTo(page, grid)
  await expect(playground.row('web')).toHaveAttribute('aria-selected', 'true')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'web' })).toBeVisible()

  // The tabs: arrows move, Delete closes.
  const tab = (name: string): Locator => page.getByRole('tab', { name, exact: true })
  await expect(editor).toContainText('kind: Deployment')
  await tab('Deployment web').focus()
  await keyboard.press('ArrowLeft')
  await expect(tab('deployments')).toBeFocused()
  await keyboard.press('Delete')
  await expect(tab('deployments')).toHaveCount(0)

  // Tab indents in the editor, and after Escape it leaves.
  await stepTo(page, editor)
  await keyboard.press('Tab')
  await expect(editor).toBeFocused()
  await keyboard.press('Escape')
  await keyboard.press('Tab')
  await expect(editor).not.toBeFocused()
  // The edit is not applied, and the tab says so.
  const edited = tab('Deployment web Not applied')

  await keyboard.press('Control+Backquote')
  await expect(terminal).toBeFocused()
  await keyboard.type('svcctl get na')
  await keyboard.press('Tab')
  await expect(screen).toContainText('svcctl get namespaces')
  await expect(terminal).toBeFocused()
  await keyboard.press('Enter')
  await expect(screen).toContainText(/svc-system\s+Active/)
  await keyboard.press('Escape')
  await keyboard.press('Tab')
  await expect(terminal).not.toBeFocused()
  // A pane that is hidden leaves the focus to the tab in front.
  await stepTo(page, terminal)
  await keyboard.press('Control+Backquote')
  await expect(edited).toBeFocused()
  await keyboard.press('Control+Backquote')
  await expect(terminal).toBeFocused()
  await keyboard.press('Shift+F6')
  await expect(terminal).not.toBeFocused()

  // Another tab of the bottom pane hides the terminal; F6 goes on from there.
  await tab('Terminal').focus()
  await keyboard.press('ArrowRight')
  await expect(tab('Requests')).toBeFocused()
  await stepTo(page, page.getByRole('button', { name: 'Explorer' }))
  await stepTo(page, tab('Requests'))

  // The palette moves the focus to what it shows, and a bar that closes leaves the focus to the tab in front.
  await playground.command('Timeline')
  await expect(tab('Timeline')).toBeFocused()
  await page.getByRole('slider', { name: 'Moment' }).focus()
  await keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: 'Return to now' }).focus()
  await keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Return to now' })).toHaveCount(0)
  await keyboard.press('Shift')
  await expect(edited).toBeFocused()

  // The map opens at the namespace of the object in front, and the down arrow enters it.
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused()
  await keyboard.type('show map')
  await keyboard.press('Enter')
  await expect(tab('Map')).toBeFocused()
  await expect(page.getByRole('button', { name: /^Deployment web/ })).toBeVisible()
  await keyboard.press('ArrowDown')
  await expect(
    page.getByRole('button', { name: /^(Service|Deployment) web/ }).and(page.locator(':focus')),
  ).toBeVisible()

  // The explorer: `/` filters, the tree opens a table.
  await stepTo(page, page.getByRole('tree').locator('[tabindex="0"]'))
  await keyboard.press('/')
  await expect(page.getByPlaceholder('Filter types')).toBeFocused()
  await keyboard.type('deployments')
  await keyboard.press('Tab')
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(playground.row('web')).toContainText('2/2')

  await stepTo(page, grid)
  await keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(grid).toBeFocused()
  await keyboard.press('Delete')
  await expect(page.getByRole('dialog', { name: 'Delete web?' })).toBeVisible()
  // The button beside Delete has the focus, so that Enter at once does not delete.
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(page.getByText('No deployments')).toBeVisible()
})
