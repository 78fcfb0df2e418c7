import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { build } from 'esbuild'
import { expect, test } from '@playwright/test'

// `tabplane/embed` in a page that another bundler builds.

const root = path.join(import.meta.dirname, '../..')

/** The files of a page with one script, by their addresses. */
async function bundled(script: string, body: string): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: root },
    alias: { 'tabplane/embed': path.join(root, 'package/embed/index.ts') },
    outdir: '/built',
    bundle: true,
    splitting: true,
    format: 'esm',
    write: false,
    logLevel: 'error',
  })
  const html = `<!doctype html><html lang="en"><head><title>A page</title><link rel="icon" href="data:,"></head>
    <body>${body}<script type="module" src="/built/stdin.js"></script></body></html>`
  return new Map([['/', html], ...outputFiles.map(({ path: file, text }): [string, string] => [file, text])])
}

test('a page that esbuild builds embeds a cluster under a strict policy', async ({ page, baseURL }) => {
  const files = await bundled(
    `import { defineTabplane } from 'tabplane/embed'
     const seen = async () => {
       await defineTabplane('${baseURL}/')
       return document.querySelector('tabplane-cluster').run('kubectl get namespaces -o name')
     }
     seen().then((result) => (globalThis.seen = result), (error) => (globalThis.seen = String(error)))`,
    '<tabplane-cluster dialect="k8s" panes="terminal"></tabplane-cluster>',
  )
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    response.statusCode = file === undefined ? 404 : 200
    response.setHeader('Content-Type', request.url === '/' ? 'text/html' : 'text/javascript')
    response.setHeader('Content-Security-Policy', `script-src 'self'; frame-src ${baseURL}; object-src 'none'`)
    response.end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(`thrown: ${error.stack}`))
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await page.waitForFunction(() => 'seen' in globalThis)
    expect(await page.evaluate(() => (globalThis as { seen?: unknown }).seen)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('namespace/default'),
    })
    expect(faults).toEqual([])
  } finally {
    server.close()
  }
})
