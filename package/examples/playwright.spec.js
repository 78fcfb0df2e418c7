import { expect } from '@playwright/test'
import { clusterTest } from 'tabplane/playwright'
import { openShop, writeMenu } from './shop.js'

const test = clusterTest({ allowedOrigins: ['null'] }, openShop)

test('a page shows the menu of the cluster', async ({ page, cluster, server }) => {
  await writeMenu(cluster.fetch, ['soup', 'cake'])
  await page.setContent('<output></output>')
  // In place of the page's own code.
  await page.evaluate(
    async ({ url, token }) => {
      const path = '/api/v1/namespaces/shop/configmaps/menu'
      const response = await fetch(url + path, { headers: { Authorization: `Bearer ${token}` } })
      document.querySelector('output').textContent = (await response.json()).data.dishes
    },
    { url: server.url, token: server.token() },
  )
  await expect(page.locator('output')).toHaveText('soup,cake')
})
