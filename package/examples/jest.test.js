import { expect, test } from '@jest/globals'
import { useCluster } from 'tabplane/jest'
import { openShop, writeMenu } from './shop.js'

const cluster = useCluster({ clock: 'virtual' }, openShop)

test('writes the menu again after a conflict', async () => {
  cluster().faults.on({ verb: 'patch', resource: 'configmaps' }, { status: 409, times: 1 })
  expect(await writeMenu(cluster().fetch, ['soup'])).toBe(201)
})

test('begins with a shop without a menu', async () => {
  expect((await cluster().fetch('/api/v1/namespaces/shop/configmaps/menu')).status).toBe(404)
})
