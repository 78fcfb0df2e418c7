import { expect, test } from 'vitest'
import type { InstallEvent } from './asset-route.ts'
import { routeAssets } from './asset-route.ts'

test('lets the browser answer the files of the app, and the installation wait for it', () => {
  const routed = Promise.resolve()
  const routes: unknown[] = []
  const waited: unknown[] = []
  const event: InstallEvent = {
    waitUntil: (work) => waited.push(work),
    addRoutes(route) {
      routes.push(route)
      return routed
    },
  }
  routeAssets(event, '/docs/try/')
  expect(routes).toEqual([{ condition: { urlPattern: '/docs/try/assets/*', requestMethod: 'GET' }, source: 'cache' }])
  expect(waited).toEqual([routed])
})

test('leaves the files to the service worker in a browser without such routes', () => {
  const waited: unknown[] = []
  routeAssets({ waitUntil: (work) => waited.push(work) }, '/')
  expect(waited).toEqual([])
})
