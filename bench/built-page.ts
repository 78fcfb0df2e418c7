import path from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { build, preview } from 'vite'
import { chromiumPath } from '../scripts/chromium-path.mjs'

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  })

/** Serves the build in `outDir`, and calls `measure` with Chromium and the address of the page, which ends without a slash. */
export async function withBuiltPage<Result>(
  outDir: string,
  measure: (browser: Browser, url: string) => Promise<Result>,
): Promise<Result> {
  const server = await preview({
    configFile: false,
    base: './',
    logLevel: 'silent',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  })
  try {
    const address = server.httpServer.address()
    if (address === null || typeof address === 'string') throw new Error('the preview server has no port')
    const browser = await launchChromium()
    try {
      return await measure(browser, `http://127.0.0.1:${address.port}`)
    } finally {
      await browser.close()
    }
  } finally {
    await server.close()
  }
}

const root = path.resolve(import.meta.dirname, '..')

/** Builds the app for production, and calls `measure` with Chromium and the address of the page, which ends with a slash. */
export async function withBuiltApp<Result>(
  measure: (browser: Browser, url: string) => Promise<Result>,
): Promise<Result> {
  const outDir = path.join(root, '.cache/bench-app')
  await build({ configFile: path.join(root, 'vite.config.ts'), root, logLevel: 'error', build: { outDir } })
  return withBuiltPage(outDir, (browser, url) => measure(browser, `${url}/`))
}
