import type { Locator, Page } from '@playwright/test'
import { expect, test } from './embed-host.ts'

const manifest = (keys: number): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: menu }\ndata:\n${Array.from({ length: keys }, (_, i) => `  dish-${i}: soup\n`).join('')}`
const inline = (text: string): string => `<script type="application/yaml">\n${text}\n</script>`

const heightOf = (element: Locator): Promise<number> => element.evaluate((one) => one.getBoundingClientRect().height)

/** The pixels of the text that do not fit into the editor; negative for free space. */
const excess = (page: Page, title: string): Promise<number> =>
  page
    .locator(`iframe[title="${title}"]`)
    .contentFrame()
    .locator('.cm-scroller')
    .evaluate((scroller) => {
      const range = document.createRange()
      range.selectNodeContents(scroller.querySelector('.cm-content')!)
      const { top, bottom } = range.getBoundingClientRect()
      return bottom - top - scroller.clientHeight
    })

test('height="auto" fits an embed to its text, until the attribute has another value', async ({ page, host }) => {
  host.body = `
    <tabplane-cluster id="long" title="Long" panes="edit" height="auto">${inline(manifest(30))}</tabplane-cluster>
    <tabplane-cluster id="both" title="Both" panes="edit,terminal" height="auto">${inline(manifest(3))}</tabplane-cluster>`
  await page.goto(host.url)
  const long = page.locator('#long')
  // Padding and rounding may add some pixels.
  await expect.poll(() => excess(page, 'Long')).toBeLessThanOrEqual(0)
  await expect.poll(() => excess(page, 'Long')).toBeGreaterThan(-30)
  expect(await heightOf(long)).toBeGreaterThan(500)
  await page.locator('#both').scrollIntoViewIfNeeded()
  await expect(page.locator('iframe[title="Both"]').contentFrame().locator('.xterm-rows')).toContainText('$')
  await expect.poll(() => excess(page, 'Both')).toBeLessThanOrEqual(0)
  const before = await heightOf(page.locator('#both'))
  const editor = page.locator('iframe[title="Both"]').contentFrame().locator('.cm-content')
  // The editor is in the page before it is shown, and a hidden element takes no focus.
  await expect(editor).toBeVisible()
  await editor.press('ControlOrMeta+End')
  for (let line = 0; line < 8; line++) await editor.press('Enter')
  await expect.poll(() => heightOf(page.locator('#both'))).toBeGreaterThan(before + 50)
  await long.evaluate((element) => element.setAttribute('height', '300'))
  await expect.poll(() => heightOf(long)).toBe(300)
  await long.evaluate((element) => element.setAttribute('height', 'auto'))
  await expect.poll(() => heightOf(long)).toBeGreaterThan(500)
})

test('height="auto" has an upper bound', async ({ page, host }) => {
  host.body = `<tabplane-cluster title="Huge" panes="edit" height="auto">${inline(manifest(400))}</tabplane-cluster>`
  await page.goto(host.url)
  await expect.poll(() => heightOf(page.locator('tabplane-cluster'))).toBe(1202)
})
