import type { BrowserContext, ConsoleMessage, Request, WebError } from '@playwright/test'
import { expect } from '@playwright/test'
import { isFault } from './console-faults.ts'
import { Playground } from './playground.ts'
import { test as base } from './shared-profile.ts'

interface Fixtures {
  /** Fails the test on errors and warnings of the console and on requests to other hosts, from pages or workers. */
  readonly guard: (context: BrowserContext) => void
  /** The app, opened without clusters, documents and settings. */
  readonly playground: Playground
  /** The app before it is opened, for a journey that begins at another address. */
  readonly unopened: Playground
}

/** A test of the app as it is built. */
export const test = base.extend<Fixtures>({
  guard: async ({ baseURL, outside }, use) => {
    const faults: string[] = []
    const earlier = outside.asked.length
    const onConsole = (message: ConsoleMessage): void => {
      if (isFault(message)) faults.push(`${message.type()}: ${message.text()} (${message.location().url})`)
    }
    const onError = (error: WebError): void => void faults.push(`thrown: ${described(error.error())}`)
    const onRequest = (request: Request): void => {
      const { origin, protocol } = new URL(request.url())
      if (origin !== baseURL && protocol !== 'data:' && protocol !== 'blob:') faults.push(`asked: ${request.url()}`)
    }
    const guarded: BrowserContext[] = []
    await use((context) => {
      context.on('console', onConsole).on('weberror', onError).on('request', onRequest)
      guarded.push(context)
    })
    for (const context of guarded) context.off('console', onConsole).off('weberror', onError).off('request', onRequest)
    expect([...faults, ...outside.asked.slice(earlier)]).toEqual([])
  },
  context: async ({ context, guard }, use) => {
    guard(context)
    await use(context)
  },
  unopened: async ({ page }, use) => use(new Playground(page)),
  playground: async ({ unopened }, use) => {
    await unopened.open()
    await use(unopened)
  },
})

/** The text of an error: its stack, or its name and message, because an exception of the DOM has no stack. */
const described = ({ name, message, stack }: Error): string => stack || `${name}: ${message}`
