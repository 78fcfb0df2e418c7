import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { policyOf, servedHeaders } from '../../../scripts/hosting/served-headers.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

export interface StaticSite {
  /** The origin, such as `http://127.0.0.1:4321`. */
  readonly origin: string
  close(): Promise<void>
}

export interface SiteOptions {
  /** Whether to send the headers of docs/hosting.md. */
  readonly headers: boolean
  /** HTML beside the app, by its path. */
  readonly pages?: ReadonlyMap<string, string>
  /** A script that runs before the scripts of the app's page and API worker: it removes features that an engine may lack. */
  readonly prelude?: string
}

/** The first script of the page, and the entry of the API worker. */
const FIRST_SCRIPTS = /\/(?:theme|assets\/api-worker-[\w-]+)\.js$/

/** Serves `dist/` below a path as a plain web server does. */
export async function serveSite(
  base: string,
  { headers, pages = new Map(), prelude = '' }: SiteOptions,
): Promise<StaticSite> {
  const policy = policyOf('index.html')
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const page = pages.get(pathname)
    if (page !== undefined) return void response.setHeader('content-type', TYPES['.html'] ?? '').end(page)
    const file = pathname.startsWith(base) ? `/${pathname.slice(base.length)}` : undefined
    const name = path.join('dist', file?.endsWith('/') === true ? 'index.html' : (file ?? '\0'))
    if (headers && file !== undefined)
      for (const [header, value] of Object.entries(servedHeaders(file, searchParams, policy)))
        response.setHeader(header, value)
    readFile(name).then(
      (content) => {
        response.setHeader('content-type', TYPES[path.extname(name)] ?? 'text/plain')
        response.end(prelude !== '' && FIRST_SCRIPTS.test(pathname) ? `${prelude}\n${content.toString()}` : content)
      },
      () => response.writeHead(404).end('not found'),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
