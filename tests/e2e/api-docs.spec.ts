import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'

for (const colorScheme of ['light', 'dark'] as const)
  test(`the pages of the package's exports are readable in ${colorScheme}, on a desktop and on a phone`, async ({
    page,
  }) => {
    const faults: string[] = []
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    await page.emulateMedia({ colorScheme })
    await page.goto('/reference.html')
    // The search is limited to `nav`, because a search by role in the whole page would read thousands of elements.
    await page.locator('nav').getByRole('link', { name: 'Package', exact: true }).click()
    await page.getByRole('main').getByRole('link', { name: 'tabplane/server' }).first().click()
    await page.getByRole('main').getByRole('link', { name: 'Cluster', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Cluster')
    // TypeDoc's script makes the tree of all exports, whose folders have links inside their switches.
    const { violations } = await new AxeBuilder({ page }).exclude('.site-menu').analyze()
    expect(violations).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.setViewportSize({ width: 1200, height: 844 })
    await page.getByRole('link', { name: 'Reference', exact: true }).click()
    await expect(page).toHaveURL(/\/reference\.html$/)
    expect(faults).toEqual([])
  })
