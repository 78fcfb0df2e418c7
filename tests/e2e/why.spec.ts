import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'
import { violations } from './app/violations.ts'

test('a refusal is explained in plain words above the text of the server', async ({ playground, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { page } = playground
  await page.getByRole('button', { name: 'New document' }).click()
  await playground.applyPasted('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  port: 80\n  tls: yes\n')
  await expect(page.getByText('This must be text, and 80 without quotes is a number.').first()).toBeVisible()
  await expect(page.getByText(/YAML reads yes, no, on, off/).first()).toBeVisible()
  await expect(page.getByText(/failed to create typed patch object/).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Reference: validation 3' }).first()).toHaveAttribute(
    'href',
    './reference.html#validation-3',
  )
  await expect(page.getByRole('link', { name: 'Reference: errors 12' })).toBeVisible()
  // Each line has a mark with its own cause.
  await expect(page.locator('.cm-lintRange-error')).toHaveCount(2)
  await page.locator('.cm-lintRange-error').first().hover()
  await expect(page.locator('.cm-tooltip-lint')).toContainText('Write "80", with the quotes.')
  await expect(page.locator('.cm-tooltip-lint')).not.toContainText('YAML reads')
  const rule = page.waitForEvent('popup')
  await page.locator('.cm-tooltip-lint').getByRole('button', { name: 'Reference: validation 3' }).click()
  await expect((await rule).locator('#validation-3')).toBeInViewport()
  expect(await violations(page)).toEqual([])

  // A mistyped field has a proposal, in the banner and at its line.
  await playground.applyPasted('apiVersion: v1\nkind: Service\nmetadata:\n  name: a\nspec:\n  port: []\n')
  const banner = page.locator('.results')
  await expect(banner).toContainText('Did you mean "ports"?')
  await page.locator('.cm-lintRange-error').hover()
  await expect(page.locator('.cm-tooltip-lint')).toContainText('Did you mean "ports"?')
})

test('the map shows a deployment that is broken and mended, and a lost node becomes NotReady', async ({
  playground,
}) => {
  const { page } = playground
  await playground.applyExample()
  const map = page.getByRole('group', { name: /^Map of shop/ })
  await map.getByRole('button', { name: 'Deployment web, 2/2 ready' }).focus()
  await page.keyboard.press('Enter')
  const choose = async (way: RegExp): Promise<void> => {
    await page.getByRole('button', { name: /^(Break it|Broken): web/ }).click()
    await page.getByRole('menu').getByText(way).click()
  }
  await page.getByRole('button', { name: 'Break it: web' }).click()
  await expect(page.getByRole('menu')).toContainText('simulated.svc.io/outcome: never-pulled')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await choose(/^Image cannot be pulled/)
  await expect(page.getByText('Image cannot be pulled: applies to new pods')).toBeVisible()
  await page.getByRole('tab', { name: 'Map' }).click()
  await expect(map.getByRole('button', { name: /^Pod web-.*, (ErrImagePull|ImagePullBackOff)/ })).toBeVisible()
  await page.getByRole('tab', { name: 'Deployment web' }).click()
  await choose(/^Mend/)
  await expect(page.getByText('web is mended')).toBeVisible()
  await page.getByRole('tab', { name: 'Map' }).click()
  await expect(map.getByRole('button', { name: 'Deployment web, 2/2 ready' })).toBeVisible()
  await expect(map.getByRole('button', { name: /ImagePull/ })).toHaveCount(0)

  await page.getByRole('tab', { name: 'Deployment web' }).click()
  await choose(/^Quota is full/)
  await playground.run('svcctl -n shop scale deploy web --replicas=3')
  // The controller reports the refusal some time after the change.
  await playground.runUntil(
    'svcctl -n shop get events | grep -o "exceeded quota: no-more-pods" | head -1',
    /exceeded quota: no-more-pods(?!")/,
  )
  await choose(/^Mend/)

  await playground.open(`./?cluster=${playground.cluster}&at=/api/v1/nodes/node-1`)
  await page.getByRole('button', { name: 'Break it: node-1' }).click()
  await page.getByRole('menu').getByText('Node is lost').click()
  await playground.run('svcctl get nodes -w')
  await expect(playground.screen).toContainText(/node-1\s+NotReady/)
})

test('a pod without a node shows the reason of each node, and the result of an apply disappears when the text is replaced', async ({
  playground,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { page } = playground
  await page.getByRole('button', { name: 'New document' }).click()
  await playground.applyPasted('apiVersion: v1\nkind: Pod\nmetadata:\n  name: big\n spec:\n')
  const banner = page.locator('.results')
  await expect(banner).toContainText('Nothing was sent. Line 5, column 1: The indentation of this line does not fit')
  await playground.paste('apiVersion: v1\nkind: Pod\n')
  await expect(banner).toHaveCount(0)
  const spec = 'spec:\n  containers: [{ name: c, image: nginx:1.27, resources: { requests: { cpu: "64" } } }]\n'
  await playground.applyPasted(`apiVersion: v1\nkind: Pod\nmetadata:\n  name: big\n  namespace: default\n${spec}`)
  await expect(banner).toContainText('pod/big created')
  await playground.open(`./?cluster=${playground.cluster}&at=/api/v1/namespaces/default/pods/big&show=details`)
  const why = page.getByRole('tabpanel').getByRole('region', { name: 'Why' })
  await expect(why).toContainText('No node accepts the pod.')
  await expect(why.getByRole('list', { name: 'Nodes' })).toContainText(/node-1 has too little cpu: the pod asks for 64/)
  expect(await violations(page)).toEqual([])
})
