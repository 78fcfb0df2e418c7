import { existsSync } from 'node:fs'
import { launch } from 'puppeteer-core'
import type { Engine } from './engine.ts'

/** The environment variable that names another binary, Debian's binary, and Debian's package. */
const BROWSERS = {
  chromium: { variable: 'CHROMIUM', binary: '/usr/bin/chromium', browser: 'chrome' },
  firefox: { variable: 'FIREFOX', binary: '/usr/bin/firefox-esr', browser: 'firefox' },
} as const

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
    args: browser === 'chrome' ? ['--no-sandbox', '--disable-gpu', '--no-first-run'] : [],
  })
  const [page = await started.newPage()] = await started.pages()
  page.on('pageerror', (error) => console.error(`${name}: ${String(error)}`))
  return {
    version: await started.version(),
    open: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    evaluate: (body) => page.evaluate(`(async () => { ${body} })()`),
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => started.close(),
  }
}
