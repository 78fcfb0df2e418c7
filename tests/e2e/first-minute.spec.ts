import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'

test('the first apply opens a map with the objects that the controllers create', async ({ playground }) => {
  const { page } = playground
  await expect(page.getByText('A Kubernetes-compatible control plane in this tab')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Apply this example' })).toBeFocused()
  await page.keyboard.press('Enter')
  const map = page.getByRole('group', { name: /^Map of shop/ })
  await expect(map.getByRole('button', { name: 'Deployment web, 2/2 ready' })).toBeVisible()
  await expect(map.getByRole('button', { name: /^Pod web-.*, Running/ })).toHaveCount(2)
  await expect(map.getByRole('button', { name: /^EndpointSlice web-.*, 2\/2 ready/ })).toBeVisible()
  // The button with the focus is gone. The focus moves to the new tab, and from there into the map.
  await expect(page.getByRole('tab', { name: 'Map' })).toBeFocused()
  await expect(page).toHaveURL(/[?&]map=shop/)
})

test('the client answers to every name, and says once which names the dialect uses', async ({ playground }) => {
  const { page, screen } = playground
  await expect(playground.editor).toContainText('svcctl get deploy')
  await page
    .getByRole('group', { name: 'Commands to try' })
    .getByRole('button', { name: 'svcctl get namespaces' })
    .click()
  await expect(screen).toContainText(/default\s+Active/)
  await playground.run('kubectl get namespaces -o name')
  await expect(screen).toContainText('kubectl works here too. This cluster uses the names svcctl and')
  await expect(screen).toContainText('namespace/svc-system')
  await playground.run('clear')
  await playground.run('k get namespaces -o name | kubectl apply --help | head -1; echo done')
  await expect(screen).toContainText(/exist yet\.\s*done/)
  await expect(screen).not.toContainText('works here too')
  await playground.run('svcctl config current-context')
  await expect(screen).toContainText('playground')
})

test('an address opens a cluster of either dialect, and creates it once', async ({ playground }) => {
  const { page, screen } = playground
  const first = playground.cluster
  await playground.open('./?dialect=k8s')
  const second = playground.cluster
  expect(second).not.toBe(first)
  await expect(playground.editor).toContainText('kubectl get deploy')
  await expect(page.getByRole('button', { name: 'Cluster cluster-2' })).toContainText('k8s')
  await playground.run('kubectl get namespaces')
  await expect(screen).toContainText(/kube-system\s+Active/)
  await playground.open('./?dialect=svc')
  expect(playground.cluster).toBe(first)
  await playground.open('./?dialect=k8s')
  expect(playground.cluster).toBe(second)
  await page.getByRole('button', { name: /^Cluster / }).click()
  await expect(page.getByRole('menuitem', { name: /^New svc cluster/ })).toContainText('rbac.authorization.svc.io')
  await expect(page.getByRole('menuitem', { name: /^New k8s cluster/ })).toContainText('rbac.authorization.k8s.io')
})

const crontabs = `apiVersion: apiextensions.svc.io/v1
kind: CustomResourceDefinition
metadata:
  name: crontabs.stable.example.com
spec:
  group: stable.example.com
  scope: Namespaced
  names: { plural: crontabs, singular: crontab, kind: CronTab }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object } }
`

test('empty types are folded, and a new custom type shows at once under its own heading', async ({
  playground,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { page } = playground
  const tree = page.getByRole('tree')
  await expect(tree.getByText('10 more, empty')).toBeVisible()
  await expect(playground.type('replicasets')).toHaveCount(0)
  await tree.getByText('10 more, empty').click()
  await expect(playground.type('replicasets')).toBeVisible()
  await tree.getByText('Hide empty types').press('Enter')
  await expect(playground.type('replicasets')).toHaveCount(0)

  await page.getByRole('button', { name: 'New document' }).click()
  await playground.applyPasted(crontabs)
  const heading = tree.getByRole('treeitem', { name: 'Custom resources' })
  await expect(heading).toBeVisible()
  await playground.type('crontabs').click()
  await expect(page.getByText('No crontabs')).toBeVisible()
  await page.getByPlaceholder('Filter types').fill('nothing-like-this')
  await expect(page.getByText('No type matches “nothing-like-this”.')).toBeVisible()
})

test('the palette opens from the terminal, a filter without a match says so, and a script can await the service worker', async ({
  playground,
}) => {
  const { page } = playground
  await playground.run('svcctl get namespaces')
  await expect(playground.screen).toContainText('svc-system')
  // One key opens the palette from the terminal, too.
  await page.locator('.xterm-helper-textarea').press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused()
  await page.keyboard.type('services')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'services' })).toBeFocused()

  await page.getByRole('searchbox', { name: 'Filter services' }).fill('nothing-like-this')
  await expect(page.getByText('No services match “nothing-like-this”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await playground.grid.getByRole('row').nth(1).click()
  await playground.grid.press('Delete')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')

  // Scripts of the page can await the service worker.
  await page.evaluate(() => (window as { tabplane?: { ready: Promise<void> } }).tabplane?.ready)
  const version = await page.evaluate(async (id) => (await fetch(`clusters/${id}/version`)).status, playground.cluster)
  expect(version).toBe(200)
  expect((await page.request.get('robots.txt')).headers()['content-type']).toContain('text/plain')
})
