import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { BrowserContext } from '@playwright/test'
import { expect, test as base } from '@playwright/test'
import { isFault } from './console-faults.ts'
import { Playground } from './playground.ts'

interface Fixtures {
  /** Fails the test on errors and warnings of the console and on requests to other hosts. */
  readonly guard: (context: BrowserContext) => void
  /** The app in a profile of its own, opened for the first time. */
  readonly playground: Playground
}

/** Background requests of Chromium (updates, accounts, autofill); the guard reports a page's requests to these hosts. */
const OF_THE_BROWSER = /^\S+ (https?:\/\/)?[\w.-]*\.google(apis)?\.com\b/

/** The app as it is built. */
export const test = base.extend<Fixtures, { outside: { readonly port: number; readonly asked: string[] } }>({
  // A proxy for all other hosts. It must receive no request, from pages or workers.
  outside: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what the fixture needs
    async ({}, use) => {
      const asked: string[] = []
      const server = createServer((socket) => {
        socket.on('error', () => socket.destroy())
        socket.once('data', (data) => {
          const [line = ''] = data.toString('latin1').split('\r\n')
          if (!OF_THE_BROWSER.test(line)) asked.push(line)
          socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
        })
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      await use({ port: (server.address() as AddressInfo).port, asked })
      server.close()
    },
    { scope: 'worker' },
  ],
  proxy: async ({ outside }, use) => use({ server: `http://127.0.0.1:${outside.port}`, bypass: '127.0.0.1' }),
  guard: async ({ baseURL, outside }, use) => {
    const faults: string[] = []
    const earlier = outside.asked.length
    await use((context) => {
      context.on('console', (message) => {
        if (isFault(message)) faults.push(`${message.type()}: ${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => faults.push(`thrown: ${error.error().stack}`))
      context.on('request', (request) => {
        const { origin, protocol } = new URL(request.url())
        if (origin !== baseURL && protocol !== 'data:' && protocol !== 'blob:') faults.push(`asked: ${request.url()}`)
      })
    })
    expect([...faults, ...outside.asked.slice(earlier)]).toEqual([])
  },
  context: async ({ context, guard }, use) => {
    guard(context)
    await use(context)
  },
  playground: async ({ page }, use) => {
    const playground = new Playground(page)
    await playground.open()
    await use(playground)
  },
})
