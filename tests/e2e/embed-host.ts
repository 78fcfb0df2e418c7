import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { isFault } from './app/console-faults.ts'
import { test as base } from './app/shared-profile.ts'

/** A page of another origin, which has only the address of Tabplane's script. */
export interface Host {
  readonly url: string
  /** The HTML body of the page at `/`. */
  body: string
  readonly files: Map<string, string>
  /** More attributes of the script: `data-enhance="pre code"`. */
  attributes: string
  /** Whether the console of the page may report errors. */
  isFaulty?: boolean
}

// The app's fixtures are not used: they fail on requests to other origins, and these tests send such requests.
export const test = base.extend<{ host: Host }>({
  host: async ({ baseURL }, use) => {
    const files = new Map<string, string>()
    const server = createServer((request, response) => {
      const file = files.get(request.url ?? '')
      const page = `<!doctype html><html lang="en"><head><link rel="icon" href="data:,"><title>Somebody's docs</title>
        <meta name="viewport" content="width=device-width"><script async src="${baseURL}/embed.js" ${host.attributes}></script></head>
        <body><main><h1>Somebody's docs</h1>${host.body}</main></body></html>`
      response.statusCode = request.url === '/' || file !== undefined ? 200 : 404
      response.setHeader('content-type', file === undefined ? 'text/html' : 'application/yaml')
      response.end(request.url === '/' ? page : file)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const host: Host = {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      body: '',
      files,
      attributes: '',
    }
    await use(host)
    server.close()
  },
  page: async ({ page, host }, use) => {
    const faults: string[] = []
    page.on('console', (message) => {
      if (isFault(message)) faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(`thrown: ${error.stack}`))
    await use(page)
    if (host.isFaulty !== true) expect(faults).toEqual([])
  },
})

export { expect }
