import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { build } from 'vite'
import { servedHeaders } from '../scripts/hosting/served-headers.ts'
import { launchChromium } from './built-page.ts'
import type { Row } from './row.ts'

const REPOSITORY = path.resolve(import.meta.dirname, '..')
const COUNTS = [1, 3, 10]
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' }
/** A guard against a hang, ms. */
const LIMIT = 300_000

interface Site {
  readonly origin: string
  /** The bytes of the answers so far, compressed. */
  sent: number
  readonly server: Server
}

/** Pages with embeds, each in a new Chromium: the time until every terminal prompts, the bytes, and the memory. */
export async function embedRows(): Promise<Row[]> {
  await build({ root: REPOSITORY, configFile: path.join(REPOSITORY, 'vite.config.ts'), logLevel: 'error' })
  const rows: Row[] = []
  for (const count of COUNTS) rows.push(...(await measured(count)))
  return rows
}

async function measured(count: number): Promise<Row[]> {
  const app = await serve(appFile)
  const elements = '<tabplane-cluster panes="terminal" height="120"></tabplane-cluster>'.repeat(count)
  const page = `<!doctype html><title>Docs</title><script async src="${app.origin}/embed.js"></script>${elements}`
  const docs = await serve(() => ({ type: '.html', content: Buffer.from(page) }))
  const browser = await launchChromium()
  try {
    const tab = await browser.newPage()
    const before = await memoryOf(browser)
    const begin = performance.now()
    await tab.goto(docs.origin)
    for (let index = 0; index < count; index++)
      await tab.frameLocator('iframe').nth(index).locator('.xterm-rows', { hasText: '$' }).waitFor({ timeout: LIMIT })
    const prompts = performance.now() - begin
    const memory = (await memoryOf(browser)) - before
    const name = (what: string): string => `embed: ${what}, ${count} on a page`
    return [
      { what: name('until all prompt'), unit: 'ms', ours: prompts },
      { what: name('bytes'), unit: 'kB', ours: app.sent / 1000 },
      { what: name('memory'), unit: 'MiB', ours: memory },
    ]
  } finally {
    await browser.close()
    for (const { server } of [app, docs]) {
      server.closeAllConnections()
      server.close()
    }
  }
}

type File = { readonly type: string; readonly content: Buffer }

function appFile(pathname: string): File | undefined {
  const name = pathname === '/' ? 'index.html' : pathname.slice(1)
  const known = readdirSync(path.join(REPOSITORY, 'dist'), { recursive: true, encoding: 'utf8' })
  if (!known.includes(path.normalize(name))) return undefined
  return { type: path.extname(name), content: readFileSync(path.join(REPOSITORY, 'dist', name)) }
}

async function serve(fileOf: (pathname: string) => File | undefined): Promise<Site> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const file = fileOf(pathname)
    if (file === undefined) return void response.writeHead(404).end()
    const { 'Content-Security-Policy': _, ...headers } = servedHeaders(pathname, searchParams, '')
    const packed = gzipSync(file.content)
    site.sent += packed.length
    const own = { 'Content-Type': TYPES[file.type] ?? 'text/plain', 'Content-Encoding': 'gzip' }
    response.writeHead(200, { ...headers, ...own }).end(packed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const site: Site = { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent: 0, server }
  return site
}

/** The memory of all processes of a browser, in MiB. A memory page that several processes share counts once. */
async function memoryOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const kib = processInfo.map(({ id }) => {
    const [, pss = '0'] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8')) ?? []
    return Number(pss)
  })
  return kib.reduce((sum, one) => sum + one, 0) / 1024
}
