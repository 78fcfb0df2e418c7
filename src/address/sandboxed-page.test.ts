import { expect, test } from 'vitest'
import { appAddress } from './sandboxed-page.ts'

test.each([
  ['/play/sandboxed.html', 'https://tabplane.example/play/'],
  ['/play/', 'https://tabplane.example/play/'],
  ['/play/index.html', 'https://tabplane.example/play/index.html'],
])('the app of the page %s has the address %s', (pathname, address) => {
  expect(appAddress({ origin: 'https://tabplane.example', pathname })).toBe(address)
})
