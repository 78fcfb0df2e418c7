import type { Process, Program } from '../../script/process.ts'
import { UsageFault } from '../../script/process.ts'
import { absolutePath } from '../../script/path.ts'
import { fileText } from '../file-text.ts'
import type { CurlOptions } from '../curl-options.ts'
import { readCurlOptions } from '../curl-options.ts'

/** Sends a request to the cluster; the path begins with a slash. */
export type ClusterFetch = (path: string, init: RequestInit) => Promise<Response>

/** @param server the address of the cluster; requests to other addresses are refused */
export const curlProgram = (server: string, fetch: ClusterFetch): Program => ({
  name: 'curl',
  usage: 'curl [OPTION]… $SERVER/PATH',
  summary: 'sends a request to the cluster: curl $SERVER/api/v1/pods',
  async run(process) {
    const options = readCurlOptions(process.words)
    for (const url of options.urls) {
      const path = pathOf(url, server)
      if (path === undefined) throw new UsageFault(`(7) This terminal reaches its own cluster only: ${server}`, 7)
      const code = await transfer(path, options, { process, fetch })
      if (code !== 0) return code
    }
    return 0
  },
})

/** The path of an address below the cluster, such as `/api`; undefined for an address outside the cluster. */
function pathOf(url: string, server: string): string | undefined {
  if (url.startsWith('/')) return url
  const scheme = /^https?:\/\//.exec(url)?.[0] ?? ''
  const address = url.slice(scheme.length)
  const own = server.replace(/^https?:\/\//, '')
  if (address !== own && !address.startsWith(`${own}/`)) return undefined
  return address.slice(own.length) || '/'
}

interface TransferContext {
  readonly process: Process
  readonly fetch: ClusterFetch
}

async function transfer(path: string, options: CurlOptions, { process, fetch }: TransferContext): Promise<number> {
  const data = await bodyOf(options, process)
  const query = options.inQuery && data !== undefined ? `${path.includes('?') ? '&' : '?'}${data}` : ''
  const body = options.inQuery ? undefined : data
  if (options.verbose) {
    process.stderr.write(`> ${options.method} ${path}${query} HTTP/1.1\n`)
    for (const [name, value] of options.headers) process.stderr.write(`> ${name}: ${value}\n`)
    process.stderr.write('>\n')
  }
  const response = await fetch(path + query, {
    method: options.method,
    headers: options.headers.map(([name, value]): [string, string] => [name, value]),
    // The body is sent as bytes, because `fetch` adds a content type to a text.
    body: body === undefined ? null : new TextEncoder().encode(body),
    signal: process.signal,
  })
  const head = headOf(response)
  if (options.verbose) process.stderr.write(head.replace(/^(?=.)/gm, '< '))
  const failed = (): number => {
    process.stderr.write(`curl: (22) The requested URL returned error: ${response.status}\n`)
    return 22
  }
  if (options.fails && !response.ok) return failed()
  if (options.head) process.stdout.write(head)
  await show(response, options, process)
  process.stdout.write(written(options.writeOut, response))
  return options.failsWithBody && !response.ok ? failed() : 0
}

async function bodyOf({ data }: CurlOptions, process: Process): Promise<string | undefined> {
  if (data.length === 0) return undefined
  let body = ''
  for (const { text, isFile, keepsLineEnds, isField } of data) {
    const content = isFile ? await fileText(text, process) : text
    if (isField && body !== '') body += '&'
    body += isFile && !keepsLineEnds ? content.replace(/[\r\n]/g, '') : content
  }
  return body
}

function headOf({ status, statusText, headers }: Response): string {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\n`).join('')
  return `HTTP/1.1 ${status}${statusText === '' ? '' : ` ${statusText}`}\n${lines}\n`
}

/** Prints each chunk when it arrives: the events of a watch appear at once. */
async function show(response: Response, { output }: CurlOptions, process: Process): Promise<void> {
  let kept = ''
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
    const text = decoder.decode(piece.value, { stream: true })
    if (output === undefined) process.stdout.write(text)
    else kept += text
  }
  if (output !== undefined && output !== '/dev/null')
    await process.files.write(absolutePath(output, process.state.folder), kept)
}

const written = (format: string, { status, headers }: Response): string =>
  format
    .replaceAll('\\n', '\n')
    .replaceAll('%{http_code}', String(status))
    .replaceAll('%{response_code}', String(status))
    .replaceAll('%{content_type}', headers.get('content-type') ?? '')
