import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { build } from 'esbuild'
import { expect, it, onTestFinished } from 'vitest'
import { chromiumPath } from '../../scripts/chromium-path.mjs'
import { folder, write } from './installed-package.ts'

/** The program of a page. A failure is a result too, so that the test can name it. */
const PROGRAM = `
import { createCluster } from 'tabplane/browser'

async function results() {
  const worker = new Worker('/node_modules/tabplane/lib/page/worker.mjs', { type: 'module' })
  const cluster = await createCluster({ worker, clock: 'virtual', users: [{ name: 'alice' }] })
  const headers = { 'Content-Type': 'application/json' }
  const create = (name) => cluster.fetch('/api/v1/namespaces', { method: 'POST', headers, body: JSON.stringify({ metadata: { name } }) })
  const before = await cluster.now()
  await create('shop')
  await cluster.advance(60_000)
  const fork = await cluster.fork()
  await cluster.faults.on({ verb: 'create' }, { status: 429, times: 1 })
  const aborter = new AbortController()
  const watch = await cluster.fetch('/api/v1/namespaces?watch=true&fieldSelector=metadata.name%3Dcafe', { signal: aborter.signal })
  const statuses = [(await create('cafe')).status, (await create('cafe')).status]
  const event = new TextDecoder().decode((await watch.body.getReader().read()).value)
  aborter.abort()
  const seen = {
    statuses,
    passed: (await cluster.now()) - before,
    event: JSON.parse(event).object.metadata.name,
    fork: (await fork.fetch('/api/v1/namespaces/cafe')).status,
    alice: (await cluster.as('alice').fetch('/api/v1/namespaces')).status,
    stranger: await cluster.as('bob').fetch('/version').catch(({ message }) => message),
    creates: (await cluster.requests()).filter(({ verb }) => verb === 'create').length,
    absent: await createCluster({ worker: new Worker('/absent.mjs') }).catch(({ message }) => message),
  }
  await cluster.close()
  return seen
}

results().then((seen) => (globalThis.seen = seen), (error) => (globalThis.seen = String(error)))
`

/** Serves the folder of the installed package to a page that may run only its own scripts. Resolves to the address. */
async function serveFolder(): Promise<string> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host.invalid')
    try {
      const content = readFileSync(path.join(folder, pathname === '/' ? 'page/index.html' : pathname))
      response.setHeader('Content-Type', /\.m?js$/.test(pathname) ? 'text/javascript' : 'text/html')
      response.setHeader('Content-Security-Policy', "script-src 'self'; object-src 'none'")
      response.end(content)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

export function pages(): void {
  it('runs a cluster in a worker of a page', async () => {
    const main = write('page/main.js', PROGRAM)
    write('page/index.html', '<!doctype html><title>A page</title><script type="module" src="/page/built.js"></script>')
    // The app's own build does not use esbuild.
    await build({ entryPoints: [main], outfile: path.join(folder, 'page/built.js'), bundle: true, format: 'esm' })
    const browser = await chromium.launch({
      executablePath: chromiumPath(),
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    })
    onTestFinished(() => browser.close())
    const page = await browser.newPage()
    await page.goto(await serveFolder())
    await page.waitForFunction(() => 'seen' in globalThis)
    expect(await page.evaluate(() => (globalThis as { seen?: unknown }).seen)).toEqual({
      statuses: [429, 201],
      passed: 60_000,
      event: 'cafe',
      fork: 404,
      alice: 403,
      stranger: 'the cluster has no user "bob"',
      creates: 3,
      absent: expect.stringContaining('The worker of the cluster cannot start'),
    })
  }, 120_000)
}
