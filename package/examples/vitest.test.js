import { expect } from 'vitest'
import { clusterTest } from 'tabplane/vitest'
import { openShop, writeMenu } from './shop.js'

const test = clusterTest({ clock: 'virtual' }, openShop)

test('writes the menu again after a conflict', async ({ cluster }) => {
  cluster.faults.on({ verb: 'patch', resource: 'configmaps' }, { status: 409, times: 1 })
  expect(await writeMenu(cluster.fetch, ['soup'])).toBe(201)
  expect(cluster.requests.filter(({ verb }) => verb === 'patch').map(({ status }) => status)).toEqual([409, 201])
})

test('begins with a shop without a menu', async ({ cluster }) => {
  expect((await cluster.fetch('/api/v1/namespaces/shop/configmaps/menu')).status).toBe(404)
})
