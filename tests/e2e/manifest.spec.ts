import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'
import { bakery, Playground } from './app/playground.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('a pasted manifest is applied, watched, changed, and still there after a reload', async ({ playground }) => {
  const { page, screen, grid } = playground
  await page.getByRole('button', { name: 'New document' }).click()
  await playground.applyPasted(bakery(2))
  for (const title of ['namespace/bakery', 'deployment/oven', 'service/counter'])
    await expect(page.getByText(`${title} created`)).toBeVisible()

  await expect(playground.type('deployments')).toContainText('1')
  await playground.type('deployments').click()
  await expect(playground.row('oven')).toContainText('2/2')

  await playground.run('svcctl get deploy -A -w')
  await expect(screen).toContainText(/bakery\s+oven\s+2\/2/)
  await page.getByRole('tab', { name: 'untitled.yaml' }).click()
  await playground.applyPasted(bakery(5))
  await expect(page.getByText('deployment/oven applied')).toBeVisible()
  await expect(screen).toContainText(/bakery\s+oven\s+5\/5/)
  await page.getByRole('tab', { name: 'deployments' }).click()
  await expect(playground.row('oven')).toContainText('5/5')

  await playground.reload()
  await expect(playground.row('oven')).toContainText('5/5')
  await expect(grid.getByRole('row')).toHaveCount(2)
  await page.getByRole('tab', { name: 'untitled.yaml' }).click()
  await expect(playground.editor).toContainText('replicas: 5')
})

test('a second tab shows the changes of the first, and works after the first is closed', async ({
  playground,
  context,
}) => {
  const second = new Playground(await context.newPage())
  await second.open(playground.page.url())
  await second.type('deployments').click()
  await expect(second.page.getByText('No deployments')).toBeVisible()
  await playground.applyExample()
  await expect(second.row('web')).toContainText('2/2')
  await playground.run('svcctl scale deployment web -n shop --replicas=3')
  await expect(second.row('web')).toContainText('3/3')
  await playground.page.close()
  await second.run('svcctl scale deployment web -n shop --replicas=4')
  await expect(second.screen).toContainText('deployment.apps/web scaled')
  await expect(second.row('web')).toContainText('4/4')
})

test('a reload without the network restores the documents and the cluster', async ({ playground, context }) => {
  await playground.applyExample()
  await playground.controlled()
  await context.setOffline(true)
  await playground.reload()
  // The reload may come before the rollout has ended.
  await playground.run('svcctl rollout status deployment/web -n shop && svcctl get deployments -A')
  await expect(playground.screen).toContainText(/shop\s+web\s+2\/2/)
  await playground.page.getByRole('tab', { name: 'shop.yaml' }).click()
  await expect(playground.editor).toContainText('name: shop')
})

test('a browser that is closed and started again restores the cluster', async ({ playwright, guard }, testInfo) => {
  const { launchOptions, baseURL } = testInfo.project.use
  const start = async (): Promise<Playground> => {
    const context = await playwright.chromium.launchPersistentContext(testInfo.outputPath('profile'), {
      ...launchOptions,
      baseURL,
    })
    guard(context)
    const playground = new Playground(context.pages()[0] ?? (await context.newPage()))
    await playground.open()
    return playground
  }
  const before = await start()
  await before.applyExample()
  const { cluster } = before
  await before.page.context().close()
  const after = await start()
  expect(after.cluster).toBe(cluster)
  await expect(after.type('deployments')).toContainText('1')
  await after.run('svcctl get deploy,svc -n shop')
  await expect(after.screen).toContainText('service/web')
  await after.page.context().close()
})
