import type { FrameLocator, Page } from '@playwright/test'
import { bakery, Playground } from './app/playground.ts'
import { encodeShare } from '../../src/share/share-link.ts'
import { expect, test } from './embed-host.ts'
import { violations } from './app/violations.ts'

/** The frame of the element with this title. */
const frameOf = (page: Page, title: string): FrameLocator => page.locator(`iframe[title="${title}"]`).contentFrame()

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '        ')
const inline = (text: string): string => `<script type="application/yaml">\n${indented(text)}\n      </script>`

async function run(page: Page, frame: FrameLocator, line: string): Promise<void> {
  await expect(frame.locator('.xterm-rows')).toContainText('$')
  await frame.locator('.xterm-helper-textarea').focus()
  await page.keyboard.type(`${line}\n`)
}

/** The address of the frame with this title. */
const addressOf = (page: Page, title: string): Promise<URL> =>
  frameOf(page, title)
    .locator('html')
    .evaluate(() => location.href)
    .then((href) => new URL(href))

test('two embeds of another origin, one of them sandboxed, have separate clusters', async ({ page, host }) => {
  host.body = `
    <tabplane-cluster title="Bakery" panes="explore,edit,terminal" dialect="k8s" height="480">
      ${inline(bakery(3))}
    </tabplane-cluster>
    <tabplane-cluster title="Sandbox" panes="terminal" sandbox height="300"></tabplane-cluster>`
  await page.goto(host.url)
  const shop = frameOf(page, 'Bakery')
  await expect(shop.locator('.cm-content')).toContainText('name: bakery')
  await expect(shop.getByRole('tree')).toContainText('deployments')
  await run(page, shop, 'kubectl get deploy -A')
  await expect(shop.locator('.xterm-rows')).toContainText(/bakery\s+oven\s+\d\/3/)
  await expect(shop.locator('.topbar, .statusline, .pane-switch, [role="alert"]')).toHaveCount(0)
  // The text in the editor equals the applied text, with the same field manager.
  await expect(shop.getByText('Not applied')).toHaveCount(0)
  await shop.getByRole('button', { name: 'Apply' }).click()
  await expect(shop.getByText('deployment/oven applied')).toBeVisible()

  const sandbox = frameOf(page, 'Sandbox')
  expect(await sandbox.locator('html').evaluate(() => origin)).toBe('null')
  await run(page, sandbox, 'svcctl get ns')
  await expect(sandbox.locator('.xterm-rows')).toContainText('svc-system')
  await expect(sandbox.locator('.xterm-rows')).not.toContainText('bakery')
  await expect(sandbox.locator('.explorer-pane, .documents-pane, [role="tablist"]')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
})

for (const { name, ...appearance } of [
  { name: 'light', colorScheme: 'light', viewport: { width: 1200, height: 900 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1200, height: 900 } },
  { name: 'phone', colorScheme: 'light', viewport: { width: 320, height: 700 } },
] as const) {
  test.describe(() => {
    test.use({ ...appearance, contextOptions: { reducedMotion: 'reduce' } })

    test(`an embed with all panes is accessible: ${name}`, async ({ page, host }) => {
      host.body = `<tabplane-cluster title="Bakery" panes="explore,edit,terminal,requests,details" height="600"
        at="/apis/apps/v1/namespaces/bakery/deployments/oven">${inline(bakery(1))}</tabplane-cluster>`
      await page.goto(host.url)
      const frame = frameOf(page, 'Bakery')
      await expect(frame.locator('.cm-content')).toContainText('kind: Deployment')
      expect(await violations(page)).toEqual([])
      const panes = frame.getByRole('group', { name: 'Panes' })
      await expect(panes).toHaveCount(name === 'phone' ? 1 : 0)
      const show = async (pane: string): Promise<void> => {
        if (name !== 'phone') return
        await panes.getByRole('button', { name: pane }).press('Enter')
        await expect(panes.getByRole('button', { name: pane })).toHaveAttribute('aria-current', 'true')
      }
      await show('Details')
      await expect(frame.getByRole('group', { name: 'Details' })).toContainText('matchLabels')
      await show('Explore')
      await expect(frame.getByRole('tree')).toBeVisible()
      await show('Terminal')
      await expect(frame.locator('.xterm-rows')).toContainText('$')
      await show('Requests')
      if (name !== 'phone') await frame.getByRole('tab', { name: 'Requests' }).click()
      await expect(frame.getByRole('list', { name: 'Requests' })).toContainText('PATCH')
      expect(await violations(page)).toEqual([])
      const overflow = await frame.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
      expect(overflow).toBe(0)
    })
  })
}

test('an embed takes no focus, causes no layout shift, and updates its address', async ({ page, host }) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) performance.mark('shift', { detail: 'value' in entry ? entry.value : 0 })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  host.body = '<tabplane-cluster title="Fresh" panes="edit,explore" theme="dark"></tabplane-cluster>'
  await page.goto(host.url)
  const frame = frameOf(page, 'Fresh')
  await expect(frame.getByRole('button', { name: 'Apply this example' })).toBeVisible()
  await expect(frame.getByRole('tree')).toContainText('deployments')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark')
  const shift = await frame.locator('html').evaluate(() => {
    const shifts = performance.getEntriesByName('shift', 'mark') as PerformanceMark[]
    return shifts.reduce((sum, { detail }) => sum + Number(detail), 0)
  })
  expect(shift).toBeLessThan(0.01)
  const before = await page.evaluate(() => history.length)
  await frame.getByRole('button', { name: 'Apply this example' }).click()
  await frame.getByRole('tree').getByText('deployments', { exact: true }).click()
  await expect(frame.getByRole('row', { name: 'web' })).toBeVisible()
  expect((await addressOf(page, 'Fresh')).search).toBe(
    `?panes=edit,explore&theme=dark&at=/apis/apps/v1/deployments&host=${encodeURIComponent(new URL(host.url).origin)}`,
  )
  expect(await page.evaluate(() => history.length)).toBe(before)
  await page.locator('tabplane-cluster').evaluate((element) => element.setAttribute('theme', 'light'))
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('a tab without a pane covers the other panes until it is closed', async ({ page, host }) => {
  host.body = '<tabplane-cluster title="Tree" panes="explore" example="guestbook"></tabplane-cluster>'
  await page.goto(host.url)
  const frame = frameOf(page, 'Tree')
  // The user cannot apply the example in this embed, so the embed applies it.
  await frame.getByRole('tree').getByText('deployments', { exact: true }).click()
  await expect(frame.getByRole('row', { name: 'store-writer' })).toBeVisible()
  await expect(frame.getByRole('tree')).toBeHidden()
  await frame.getByRole('button', { name: 'Back' }).press('Enter')
  await expect(frame.getByRole('tree')).toBeVisible()
  expect((await addressOf(page, 'Tree')).search).toContain('?panes=explore&example=guestbook&host=')
})

test('a manifest of the page arrives in the address, and its errors are shown', async ({ page, host }) => {
  host.files.set('/bakery.yaml', bakery(2))
  host.files.set('/broken.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: UPPER }\n')
  host.body = `
    <tabplane-cluster title="Good" panes="edit" src="bakery.yaml" height="300"></tabplane-cluster>
    <tabplane-cluster title="Refused" panes="edit" src="broken.yaml" height="300"></tabplane-cluster>`
  await page.goto(host.url)
  await expect(frameOf(page, 'Good').locator('.cm-content')).toContainText('name: bakery')
  await expect(frameOf(page, 'Refused').getByRole('alert')).toContainText(
    '1 of 1 objects of manifest.yaml were refused',
  )
  await expect(frameOf(page, 'Refused').getByRole('alert')).toContainText('"UPPER"')
})

for (const attribute of ['', 'sandbox'])
  test(`the changes of a reader open in a new tab ${attribute}`, async ({ page, host }) => {
    host.body = `<tabplane-cluster title="Bakery" panes="terminal" ${attribute}>${inline(bakery(1))}</tabplane-cluster>`
    await page.goto(host.url)
    const frame = frameOf(page, 'Bakery')
    await run(page, frame, 'svcctl create ns mine')
    await expect(frame.locator('.xterm-rows')).toContainText('namespace/mine created')
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      frame.getByRole('link', { name: 'Open in Tabplane' }).click(),
    ])
    const opened = new Playground(tab)
    await expect(tab.getByText('The cluster was made with 4 objects')).toBeVisible()
    await opened.run('svcctl get ns')
    await expect(opened.screen).toContainText('mine')
    expect(await tab.evaluate(() => [opener, origin])).toEqual([null, new URL(opened.page.url()).origin])
  })

test('an embed does not change stored clusters and settings of the reader', async ({ page }) => {
  const playground = new Playground(page)
  await playground.open()
  const { cluster } = playground
  const kept = (): Promise<string[]> => page.evaluate(() => Object.entries(localStorage).map(String).sort())
  // The page stores its open tabs shortly after the first ones have opened.
  await expect.poll(kept).toContainEqual(expect.stringContaining(`tabplane.workspace.${cluster},`))
  await playground.reload()
  const before = await kept()
  await page.goto('/?panes=edit,terminal&theme=dark&cluster=' + cluster)
  await page.getByRole('separator').press('ArrowUp')
  await page.locator('.xterm-rows').getByText('$').waitFor()
  await page.goto('about:blank')
  await playground.open()
  expect(playground.cluster).toBe(cluster)
  expect(await kept()).toEqual(before)
  await page.getByRole('button', { name: /^Cluster / }).click()
  await expect(page.getByRole('menuitemradio')).toHaveCount(1)
})

test.describe(() => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('the tag to copy shows the same cluster in another page', async ({ page, host }) => {
    const playground = new Playground(page)
    await playground.open()
    await playground.applyPasted(bakery(3))
    await expect(page.getByText('service/counter created')).toBeVisible()
    const tag = async (): Promise<string> => {
      await page.getByRole('button', { name: 'Copy tag' }).click()
      await expect(page.getByText('Copied')).toBeVisible()
      return page.evaluate(() => navigator.clipboard.readText())
    }
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('button', { name: 'Embed it in a page' }).click()
    await page.getByRole('checkbox', { name: 'Explore' }).check()
    await page.getByRole('spinbutton', { name: 'Height' }).fill('500')
    await page.getByRole('combobox', { name: 'As' }).selectOption('A frame, without script')
    expect(await violations(page)).toEqual([])
    const asFrame = await tag()
    await page.getByRole('combobox', { name: 'As' }).selectOption('An element')
    await page.getByRole('combobox', { name: 'Starts with' }).selectOption('shop.yaml, applied')
    const asElement = await tag()
    expect(asElement).toContain('\n  name: bakery\n')
    for (const copied of [asFrame, asElement]) {
      host.body = copied
      await page.goto(host.url)
      const frame = frameOf(page, 'playground')
      // The prompt can appear before the objects are applied.
      await expect(frame.getByRole('treeitem').filter({ hasText: /^\s*deployments\s*1\s*$/ })).toBeVisible()
      await run(page, frame, 'svcctl get deploy -A')
      await expect(frame.locator('.xterm-rows')).toContainText(/bakery\s+oven\s+\d\/3/)
    }
  })
})

test('the demonstration page of the tag works', async ({ page }) => {
  await page.goto('/embed.html')
  const frame = frameOf(page, 'A bakery')
  await expect(frame.locator('.cm-content')).toContainText('name: bakery')
  await run(page, frame, 'svcctl get deploy -n bakery')
  await expect(frame.locator('.xterm-rows')).toContainText(/oven\s+\d\/2/)
  expect(await violations(page)).toEqual([])
})

const GUARD = `export default {
  kind: 'webhook',
  service: 'default/guard',
  routes: { '/owner': { admission: () => ({ denied: 'not in this embed' }) } },
}
`

const GUARDED = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'guard' },
  webhooks: [
    {
      name: 'owner.guard.example',
      admissionReviewVersions: ['v1'],
      sideEffects: 'None',
      clientConfig: { url: 'https://guard.default.svc/owner', caBundle: 'YW55dGhpbmc=' },
      rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
    },
  ],
}

for (const sandbox of ['', 'sandbox'])
  test(`the handlers of an embed run without a confirmation ${sandbox}`, async ({ page, host }) => {
    const share = await encodeShare({
      name: 'Guarded',
      dialect: 'k8s',
      objects: [GUARDED],
      documents: [{ name: 'guard.handler.ts', text: GUARD }],
      at: '',
    })
    host.body = `<tabplane-cluster title="Guarded" panes="edit,terminal" ${sandbox} height="480" share="${share}">
      </tabplane-cluster>`
    await page.goto(host.url)
    const frame = frameOf(page, 'Guarded')
    await expect(frame.locator('iframe[title="Handler guard.handler.ts"]')).toHaveCount(1)
    await expect(async () => {
      await run(page, frame, 'clear; kubectl create configmap one')
      await expect(frame.locator('.xterm-rows')).toContainText('not in this embed', { timeout: 3_000 })
    }).toPass()
    await expect(frame.getByText('code that does not run yet')).toHaveCount(0)
  })
