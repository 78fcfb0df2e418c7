import type { Page } from '@playwright/test'
import type { TabplaneClusterElement } from '../../src/contracts/embed-api.ts'
import { bakery } from './app/playground.ts'
import { expect, test } from './embed-host.ts'
import { violations } from './app/violations.ts'

const inline = (text: string): string => `<script type="application/yaml">\n${text}\n</script>`
const workers = (page: Page): number =>
  page
    .context()
    .pages()
    .flatMap((one) => one.workers()).length

/** The output of a command in one of the page's clusters. */
const run = (page: Page, selector: string, line: string): Promise<string> =>
  page.locator(selector).evaluate(async (element, command) => {
    await customElements.whenDefined('tabplane-cluster')
    const { stdout, stderr } = await (element as TabplaneClusterElement).run(command)
    return stdout + stderr
  }, line)

for (const sandbox of ['', 'sandbox'])
  test(`elements with one name are views of one cluster ${sandbox}`, async ({ page, host }) => {
    host.body = `
      <tabplane-cluster id="a" cluster="shop" title="Terminal" panes="terminal" dialect="k8s" ${sandbox}>${inline(bakery(1))}</tabplane-cluster>
      <tabplane-cluster id="b" cluster="shop" title="Tree" panes="explore" ${sandbox}></tabplane-cluster>`
    await page.goto(host.url)
    await expect(page.locator('iframe[title="Tree"]').contentFrame().getByRole('tree')).toContainText('deployments')
    expect(await run(page, '#b', 'kubectl create ns mine')).toBe('namespace/mine created\n')
    expect(await run(page, '#a', 'kubectl get ns -o name')).toContain('namespace/mine')
    expect(await run(page, '#b', 'kubectl get deploy -n bakery -o name')).toBe('deployment.apps/oven\n')
    expect(workers(page)).toBe(1)
    // A reset of one element starts the shared cluster again.
    await page.locator('#b').evaluate((element) => (element as TabplaneClusterElement).reset())
    expect(await run(page, '#a', 'kubectl get ns -o name')).not.toContain('namespace/mine')
    // The second element runs the cluster when the first leaves the page.
    await page.locator('#a').evaluate((element) => element.remove())
    expect(await run(page, '#b', 'svcctl get ns -o name')).not.toContain('namespace/bakery')
    expect(workers(page)).toBe(1)
  })

test('buttons run commands and apply manifests, and a live output follows the cluster', async ({ page, host }) => {
  host.body = `
    <tabplane-cluster cluster="shop" title="Shop" panes="terminal" dialect="k8s"></tabplane-cluster>
    <script type="text/plain" id="manifest">
apiVersion: v1
kind: ConfigMap
metadata: { name: menu }
    </script>
    <button data-tabplane="shop" data-run="kubectl get configmap menu -o name">Show</button>
    <button data-tabplane="shop" data-apply="#manifest" data-output="#applied">Apply</button>
    <button data-tabplane="bakery" data-run="ls">Elsewhere</button>
    <pre id="applied"></pre>
    <tabplane-output for="shop" command="kubectl get configmaps -o name" live>No output yet.</tabplane-output>`
  await page.goto(host.url)
  const live = page.locator('tabplane-output')
  await expect(live).toHaveText('configmap/kube-root-ca.crt')
  await page.getByRole('button', { name: 'Show' }).press('Enter')
  await expect(page.getByRole('status').first()).toContainText('"menu" not found')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.locator('#applied')).toHaveText('configmap/menu created')
  await expect(live).toHaveText('configmap/kube-root-ca.crt configmap/menu')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('status').first()).toHaveText('configmap/menu')
  await page.getByRole('button', { name: 'Elsewhere' }).click()
  await expect(page.getByText('This page has no cluster bakery')).toBeVisible()
  await live.evaluate((element) => element.setAttribute('command', 'kubectl get configmap menu -o name'))
  await expect(live).toHaveText('configmap/menu')
})

test('code blocks of a page become runnable', async ({ page, host }) => {
  host.body = `
    <pre><code class="language-yaml">apiVersion: v1
kind: Namespace
metadata: { name: kiosk }</code></pre>
    <pre><code class="language-console">$ kubectl get ns -o name | grep kiosk
namespace/kiosk</code></pre>
    <pre><code class="language-js">alert(1)</code></pre>`
  await page.goto(host.url)
  await page.waitForFunction(() => 'tabplane' in globalThis)
  const enhanced = (): Promise<number> =>
    page.evaluate(() =>
      (globalThis as unknown as { tabplane: { enhance(selector: string): Promise<number> } }).tabplane.enhance(
        'pre code',
      ),
    )
  expect(await enhanced()).toBe(2)
  expect(await enhanced()).toBe(0)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('namespace/kiosk created')).toBeVisible()
  await page.getByRole('button', { name: 'Run' }).click()
  await expect(page.getByRole('status').last()).toHaveText('namespace/kiosk')
  await expect(page.locator('tabplane-cluster')).toHaveCount(1)
})

test('marked blocks become runnable without a call, also on the next page of a router', async ({ page, host }) => {
  host.attributes = 'data-enhance=".tabplane pre code"'
  const block = (mark: string, name: string): string =>
    `<div class="${mark} language-console"><pre><code>$ kubectl create ns ${name}</code></pre></div>`
  host.body = block('plain', 'none') + block('tabplane', 'kiosk')
  await page.goto(host.url)
  await expect(page.getByRole('button', { name: 'Run' })).toHaveCount(1)
  await page.locator('main').evaluate((main, html) => (main.innerHTML = html), block('tabplane', 'stall'))
  await page.getByRole('button', { name: 'Run' }).click()
  await expect(page.getByRole('status')).toHaveText('namespace/stall created')
})

test('a poster costs no frame until its button is pressed, or the page calls', async ({ page, host }) => {
  host.body = `
    <tabplane-cluster id="a" title="First" panes="terminal" dialect="k8s" loading="click"><pre>${bakery(1)}</pre></tabplane-cluster>
    <tabplane-cluster id="b" title="Second" panes="terminal" dialect="k8s" loading="click"></tabplane-cluster>`
  const bytes: number[] = []
  page.on('response', (response) => {
    if (!response.url().startsWith(host.url)) bytes.push(Number(response.headers()['content-length'] ?? 0))
  })
  await page.goto(host.url)
  const buttons = page.getByRole('button', { name: 'Start the cluster' })
  await expect(buttons).toHaveCount(2)
  await expect(page.getByText('name: bakery').first()).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  // embed.js only; the static server of the tests does not compress.
  expect(bytes.length).toBe(1)
  await buttons.first().press('Enter')
  await expect(page.locator('iframe[title="First"]').contentFrame().locator('.xterm-rows')).toContainText('$')
  expect(await run(page, '#a', 'kubectl get deploy -n bakery -o name')).toBe('deployment.apps/oven\n')
  expect(await run(page, '#b', 'kubectl get ns default -o name')).toBe('namespace/default\n')
  await expect(page.locator('iframe')).toHaveCount(2)
})

test.describe(() => {
  test.use({ javaScriptEnabled: false, firstVisit: true })

  test('without script the page shows the plain text', async ({ page, host }) => {
    host.body = `<tabplane-cluster title="First"><pre>${bakery(1)}</pre></tabplane-cluster>
      <tabplane-output for="shop" command="kubectl get pods">No output yet.</tabplane-output>`
    await page.goto(host.url)
    await expect(page.getByText('name: bakery').first()).toBeVisible()
    await expect(page.getByText('No output yet.')).toBeVisible()
  })
})
