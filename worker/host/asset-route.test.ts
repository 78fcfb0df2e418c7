import { expect, test } from 'vitest'
import type { InstallEvent } from './asset-route.ts'
import { routeAssets } from './asset-route.ts'

test('lets the browser serve the files of the app, and installs only after the route is added', () => {
  const routed = Promise.resolve()
  const routes: unknown[] = []
  const waited: unknown[] = []
  const event: InstallEvent = {
    waitUntil: (work) => waited.push(work),
    addRoutes(added) {
      routes.push(...added)
      return routed
    },
  }
  routeAssets(event, '/docs/try/', ['assets/a-1.js', 'assets/b-2.woff2'])
  expect(routes).toEqual([
    { condition: { urlPattern: '/docs/try/assets/a-1.js', requestMethod: 'GET' }, source: 'cache' },
    { condition: { urlPattern: '/docs/try/assets/b-2.woff2', requestMethod: 'GET' }, source: 'cache' },
  ])
  expect(waited).toEqual([routed])
})

test('registers no route in a browser without static routes of service workers', () => {
  const waited: unknown[] = []
  routeAssets({ waitUntil: (work) => waited.push(work) }, '/', ['assets/a-1.js'])
  expect(waited).toEqual([])
})
