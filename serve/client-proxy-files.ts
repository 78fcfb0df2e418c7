import { numberOfText } from '../worker/api/numbers.ts'
import { createReadStream, promises as fs } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream'
import { escapeHtml } from '../src/cli/escape-html.ts'
import type { ProxyRoute } from '../src/cli/proxy-routes.ts'
import { lookupTable } from '../worker/runtime/lookup-table.ts'
import { answerText } from './client-proxy-answers.ts'

type FileRoute = Extract<ProxyRoute, { kind: 'file' }>

/**
 * Answers with a file, with the index of a directory, or with the list of its entries, as Go's file server does. Links out of the
 * folder are answered like missing files.
 */
export async function sendFile(
  folder: string,
  { path: name, query }: FileRoute,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    if (/(^|\/)index\.html$/.test(name)) return answerNear(response, `./${query}`)
    const file = await fileInside(folder, name)
    const status = file === undefined ? undefined : await fs.stat(file)
    if (file === undefined || status === undefined) return answerText(response, 404, MISSING)
    const isFolderName = name === '' || name.endsWith('/')
    if (status.isDirectory() !== isFolderName) {
      const base = encodeURI(path.basename(name))
      return answerNear(response, status.isDirectory() ? `${base}/${query}` : `../${base}${query}`)
    }
    if (!status.isDirectory()) return await sendContent(file, request, response)
    const index = await fileInside(folder, `${name}index.html`)
    await (index === undefined ? sendList(file, response) : sendContent(index, request, response))
  } catch {
    if (response.headersSent) response.destroy()
    else answerText(response, 500, '500 Internal Server Error')
  }
}

const MISSING = '404 page not found'

/** The real path of a file of the folder; undefined for a missing file and for one outside. */
async function fileInside(folder: string, name: string): Promise<string | undefined> {
  try {
    const root = await fs.realpath(folder)
    const file = await fs.realpath(path.resolve(root, name))
    return file === root || file.startsWith(root.endsWith('/') ? root : `${root}/`) ? file : undefined
  } catch {
    return undefined
  }
}

/** Redirects to a path relative to the requested one. */
function answerNear(response: ServerResponse, location: string): void {
  response.writeHead(301, { Location: location, 'Content-Length': 0 }).end()
}

async function sendList(folder: string, response: ServerResponse): Promise<void> {
  const entries = await fs.readdir(folder, { withFileTypes: true })
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort()
  const lines = names.map(
    (name) => `<a href="${encodeURI(name).replace(/[?#]/g, encodeURIComponent)}">${escapeHtml(name)}</a>\n`,
  )
  const text = `<!doctype html>\n<meta name="viewport" content="width=device-width">\n<pre>\n${lines.join('')}</pre>\n`
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': Buffer.byteLength(text) })
  response.end(text)
}

async function sendContent(file: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { size, mtime } = await fs.stat(file)
  const modified = mtime.toUTCString()
  if (Date.parse(request.headers['if-modified-since'] ?? '') >= Date.parse(modified))
    return void response.writeHead(304, { 'Last-Modified': modified }).end()
  const part = rangeOf(request.headers.range, size)
  if (part === 'outside') {
    response.setHeader('Content-Range', `bytes */${size}`)
    return answerText(response, 416, 'invalid range: failed to overlap')
  }
  const { first, last } = part ?? { first: 0, last: size - 1 }
  response.writeHead(part === undefined ? 200 : 206, {
    'Accept-Ranges': 'bytes',
    'Content-Length': last - first + 1,
    ...(part === undefined ? {} : { 'Content-Range': `bytes ${first}-${last}/${size}` }),
    'Content-Type': await contentType(file),
    'Last-Modified': modified,
  })
  if (request.method === 'HEAD' || size === 0) return void response.end()
  pipeline(createReadStream(file, { start: first, end: last }), response, () => undefined)
}

/** The bytes of a single range; undefined without one, and for several ranges: then the whole file is sent. */
function rangeOf(header: string | undefined, size: number): { first: number; last: number } | 'outside' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '') return size === 0 ? 'outside' : { first: Math.max(0, size - numberOfText(to)), last: size - 1 }
  const [first, last] = [numberOfText(from), to === '' ? size - 1 : Math.min(numberOfText(to), size - 1)]
  return first >= size || last < first ? 'outside' : { first, last }
}

const TEXT = 'text/plain; charset=utf-8'

const TYPES = lookupTable<string>({
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.htm': 'text/html; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': TEXT,
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.xml': 'text/xml; charset=utf-8',
})

/** The number of bytes from which the type of an unknown file is read. */
const SNIFFED = 512

/** The type by the end of the name, else text or bytes. */
async function contentType(file: string): Promise<string> {
  const known = TYPES[path.extname(file).toLowerCase()]
  if (known !== undefined) return known
  const handle = await fs.open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFFED), 0, SNIFFED, 0)
    return buffer.subarray(0, bytesRead).some(isBinary) ? 'application/octet-stream' : TEXT
  } finally {
    await handle.close()
  }
}

/** Whether the byte occurs in no text: a control character other than tab, line end, form feed and escape. */
const isBinary = (byte: number): boolean => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte)
