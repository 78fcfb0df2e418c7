import { expect, test } from '@playwright/test'
import { violations } from './app/violations.ts'

for (const colorScheme of ['light', 'dark'] as const)
  test(`the reference is accessible in ${colorScheme}, on a desktop and on a phone`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    // A search leaves only some rules and a table, because axe needs half a minute for the whole page.
    await page.goto('/reference.html?q=audit')
    await expect(page.getByRole('heading', { level: 2, name: 'Flags of the server' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

test('the reference is searched by keyboard, and a search can be linked to', async ({ page }) => {
  await page.goto('/reference.html')
  await page.keyboard.press('/')
  await page.keyboard.type('backlog mib')
  await expect(page.getByRole('status')).toHaveText('1 rule')
  await expect(page.locator('main li:visible, main tbody tr:visible')).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('status')).toHaveText('1 rule')
  await page.keyboard.press('Escape')
  await expect(page.locator('#watch-1')).toBeVisible()
  await expect(page).toHaveURL(/reference\.html$/)
})

test('a link to a rule ends a search that hides it', async ({ page }) => {
  await page.goto('/reference.html?q=backlog')
  await page.evaluate(() => (location.hash = '#apply-1'))
  await expect(page.locator('#apply-1')).toBeInViewport()
})
