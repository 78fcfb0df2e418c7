import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from '@playwright/test'
import { Playground } from './playground.ts'

/** Storage that is cleared after a journey. The service worker and its files stay: installing them is half of an opening. */
const OF_A_JOURNEY = 'cookies,file_systems,indexeddb,local_storage'

/**
 * The windows that a page opens have the viewport and the colours of the context. `newContext` takes the options that are
 * absent here from the first journey of the process.
 */
const NEUTRAL: BrowserContextOptions = {
  viewport: { width: 1280, height: 720 },
  colorScheme: 'light',
  reducedMotion: 'no-preference',
}

/**
 * A browser profile for many journeys, which has visited the app before. Each journey starts without clusters,
 * documents and settings, as after a visit that stored nothing.
 */
export class Profile {
  readonly context: BrowserContext
  readonly #origin: string
  readonly #session: CDPSession

  private constructor(context: BrowserContext, origin: string, session: CDPSession) {
    this.context = context
    this.#origin = origin
    this.#session = session
  }

  static async open(browser: Browser, options: BrowserContextOptions & { readonly baseURL: string }): Promise<Profile> {
    const context = await browser.newContext({ ...NEUTRAL, ...options })
    // Keeps the session open between the journeys.
    const idle = await context.newPage()
    const profile = new Profile(context, new URL(options.baseURL).origin, await context.newCDPSession(idle))
    const playground = new Playground(await context.newPage())
    await playground.open()
    await playground.controlled()
    await playground.page.close()
    await profile.clear()
    return profile
  }

  /** Closes the pages of a journey, removes their storage and their permissions, and goes online again. */
  async clear(): Promise<void> {
    const [, ...pages] = this.context.pages()
    // SharedWorkers end with their last page, and would otherwise keep clusters in memory.
    await Promise.all(pages.map((page) => page.close()))
    await this.context.clearPermissions()
    await this.context.setOffline(false)
    await this.#session.send('Storage.clearDataForOrigin', { origin: this.#origin, storageTypes: OF_A_JOURNEY })
  }
}
