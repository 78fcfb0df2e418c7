import { existsSync } from 'node:fs'
import type { Page } from 'puppeteer-core'
import { launch } from 'puppeteer-core'
import type { Engine, Tab } from './engine.ts'

/** `binary` is the binary of Debian, `variable` the environment variable that may name another one, `browser` Puppeteer's name. */
const BROWSERS = {
  chromium: { variable: 'CHROMIUM', binary: '/usr/bin/chromium', browser: 'chrome' },
  firefox: { variable: 'FIREFOX', binary: '/usr/bin/firefox-esr', browser: 'firefox' },
} as const

/** Firefox ends a service worker after this many milliseconds without an event. The next `fetch` then starts it again. */
const PREFERENCES = { 'dom.serviceWorkers.idle_timeout': 1000 }

/** Chromium and Firefox, both over WebDriver BiDi. */
export async function startWithPuppeteer(name: keyof typeof BROWSERS): Promise<Engine> {
  const { variable, binary, browser } = BROWSERS[name]
  const executablePath = process.env[variable] ?? binary
  if (!existsSync(executablePath))
    throw new Error(`Install ${name} (apt-get install) or name its binary in ${variable}`)
  const started = await launch({
    browser,
    executablePath,
    protocol: 'webDriverBiDi',
    headless: true,
    extraPrefsFirefox: PREFERENCES,
    defaultViewport: { width: 1280, height: 900 },
    args: browser === 'chrome' ? ['--no-sandbox', '--disable-gpu', '--no-first-run'] : [],
  })
  return {
    version: await started.version(),
    newTab: async () => tabOf(await started.newPage(), name),
    close: () => started.close(),
  }
}

function tabOf(page: Page, name: string): Tab {
  page.on('pageerror', (error) => console.error(`${name}: ${String(error)}`))
  return {
    open: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    reload: async () => void (await page.reload({ waitUntil: 'load' })),
    async evaluate(body, frame) {
      const target = frame === undefined ? page : page.mainFrame().childFrames()[frame]
      if (target === undefined) throw new Error(`the page has no frame ${frame}`)
      return target.evaluate(`(async () => { ${body} })()`)
    },
    click: async ({ x, y }) => {
      await page.bringToFront()
      await page.mouse.click(x, y)
    },
    type: async (text) => {
      for (const key of text) await page.keyboard.press(key === '\n' ? 'Enter' : (key as 'Enter'))
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => page.close(),
  }
}
