import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { test as base } from '@playwright/test'
import { Profile } from './profile.ts'

export interface ProfileFixtures {
  /** Whether a test has a new profile, which has never visited the app. Other tests share one, cleared between them. */
  readonly firstVisit: boolean
}

export interface ProfileWorkerFixtures {
  /** A proxy for all other hosts, and the requests that it received. */
  readonly outside: { readonly port: number; readonly asked: readonly string[] }
  readonly profile: Profile
}

/** Background requests of Chromium (updates, accounts, autofill); `guard` reports a page's requests to these hosts. */
const OF_THE_BROWSER = /^\S+ (https?:\/\/)?[\w.-]*\.google(apis)?\.com\b/

const proxyOf = (port: number): { server: string; bypass: string } => ({
  server: `http://127.0.0.1:${port}`,
  bypass: '127.0.0.1',
})

/** Tests that share a browser profile, because the installation of the service worker takes longer than most of them. */
export const test = base.extend<ProfileFixtures, ProfileWorkerFixtures>({
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
  profile: [
    async ({ browser, outside }, use, { project }) => {
      const { baseURL = '' } = project.use
      const profile = await Profile.open(browser, { baseURL, proxy: proxyOf(outside.port) })
      await use(profile)
      await profile.context.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  firstVisit: [false, { option: true }],
  proxy: async ({ outside }, use) => use(proxyOf(outside.port)),
  context: async ({ context, profile, firstVisit, permissions }, use) => {
    if (firstVisit) return use(context)
    // An empty list would deny every permission.
    if (permissions !== undefined && permissions.length > 0) await profile.context.grantPermissions(permissions)
    await use(profile.context)
    await profile.clear()
  },
  page: async ({ page, colorScheme, contextOptions, viewport }, use) => {
    // The options of a test do not apply to a page of the shared context.
    await page.emulateMedia({ colorScheme, reducedMotion: contextOptions.reducedMotion ?? null })
    if (viewport) await page.setViewportSize(viewport)
    await use(page)
  },
})
