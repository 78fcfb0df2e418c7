import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'
import { violations } from './app/violations.ts'

const appearances = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { name: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
] as const

/** Views that depend on the size and on forced colours. At 200 %, a window of 1280 pixels has 640 CSS pixels. */
const strained = [
  { name: 'forced colours', forcedColors: 'active', viewport: { width: 1280, height: 800 } },
  { name: '200 %', forcedColors: 'none', viewport: { width: 640, height: 400 } },
] as const

for (const { name, forcedColors, viewport } of strained) {
  test.describe(() => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce', forcedColors } })

    test(`axe reports no violations in menus, the catalogue and the map: ${name}`, async ({ playground }) => {
      const { page } = playground
      const found: string[] = []
      const check = async (where: string): Promise<void> =>
        void found.push(...(await violations(page)).map((one) => `${where}: ${one}`))
      await playground.applyExample()
      await expect(page.getByRole('group', { name: /^Map of shop/ }).getByRole('button')).toHaveCount(6)
      await check('map')
      await page.getByRole('button', { name: 'As a list' }).click()
      await check('map as a list')
      await page.getByRole('button', { name: /^Cluster / }).click()
      await expect(page.getByRole('menuitem', { name: 'Export file' })).toBeVisible()
      await check('cluster menu')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Lessons' }).click()
      await expect(page.getByRole('heading', { name: 'Challenges' })).toBeVisible()
      await check('catalogue')
      // Only tables may need a sideways scroll.
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      expect(found).toEqual([])
    })
  })
}

for (const { name, ...appearance } of appearances) {
  test.describe(() => {
    // Without transitions, so that axe measures the final colours.
    test.use({ ...appearance, contextOptions: { reducedMotion: 'reduce' } })

    test(`axe reports no violations: ${name}`, async ({ playground }) => {
      const { page, editor, screen } = playground
      const found: string[] = []
      const check = async (where: string): Promise<void> =>
        void found.push(...(await violations(page)).map((one) => `${where}: ${one}`))
      const show = async (pane: string): Promise<void> => {
        if (name === 'phone') await page.getByRole('navigation', { name: 'Panes' }).getByText(pane).click()
      }
      await playground.applyExample()
      await page.getByRole('tab', { name: 'shop.yaml' }).click()
      await expect(editor).toContainText('name: shop')
      // On a phone, the page loads the terminal when the user opens it.
      await expect(screen).toHaveCount(name === 'phone' ? 0 : 1)
      await page.waitForFunction(() => [...document.fonts].some(({ family }) => family.includes('Geist Variable')))
      await show('Terminal')
      await playground.run('svcctl get ns')
      await expect(screen).toContainText('svc-system')
      await check('first view')
      if (name === 'phone') {
        // A wide table keeps its rows and scrolls sideways.
        const sideways = page.locator('.terminal .pane')
        const hidden = (): Promise<number> =>
          sideways.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
        expect(await hidden()).toBe(0)
        await playground.run('svcctl -n shop get pods -o wide')
        await expect.poll(hidden).toBeGreaterThan(0)
        // An edge says on which side the lines continue.
        const edge = page.locator('.terminal .edge:visible')
        await sideways.evaluate((pane) => pane.scrollTo({ left: 0 }))
        await expect(edge).toHaveClass(/after/)
        await sideways.evaluate((pane) => pane.scrollTo({ left: pane.scrollWidth }))
        await expect(edge).toHaveClass(/before/)
        await expect(screen.getByText(/NAME +READY.*NOMINATED NODE +READINESS GATES/)).toHaveCount(1)
      }

      await show('Explore')
      if (name === 'phone') await check('explorer')
      await playground.type('deployments').click()
      await playground.row('web').click()
      await check('table')

      await playground.row('web').getByRole('button', { name: 'web', exact: true }).click()
      await expect(editor).toContainText('kind: Deployment')
      // The editor is hidden until it has replaced the plain text.
      await expect(editor).toBeVisible()
      await check('object')
      await expect(page.getByRole('button', { name: 'Delete web' })).toBeInViewport({ ratio: 1 })
      await page.getByRole('tab', { name: 'History' }).click()
      await expect(page.getByRole('region', { name: /^Revision/ })).toContainText('By')
      await check('history')
      await page.getByRole('tab', { name: 'Details' }).click()
      await expect(page.getByText('matchLabels')).toBeVisible()
      if (name === 'phone') await show('Requests')
      else await page.getByRole('tab', { name: 'Requests' }).click()
      await page.getByRole('list', { name: 'Requests' }).getByText('PATCH').first().click()
      await check('details and requests')

      await show('Edit')
      await page.getByRole('button', { name: 'Delete web' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await check('question')
      await page.keyboard.press('Escape')
      await page.keyboard.press('ControlOrMeta+k')
      await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
      await check('palette')
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: /^(Examples|Manifests)/ }).click()
      await page.getByRole('button', { name: 'Two managers of one object' }).click()
      await page.getByRole('button', { name: 'Apply platform.yaml' }).click()
      await expect(page.getByText('deployment/checkout created')).toBeVisible()
      await page.getByRole('button', { name: 'Apply release.yaml' }).click()
      await expect(page.getByRole('radio', { name: 'Take over' })).toBeVisible()
      await check('examples and a conflict')
      expect(found).toEqual([])
    })
  })
}
