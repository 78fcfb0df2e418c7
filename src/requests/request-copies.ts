import type { Dialect } from '../../worker/dialect/dialect.ts'
import type { RequestRecord } from '../../worker/observability/trace.ts'

type Request = Pick<RequestRecord, 'method' | 'url'>

/** Writes a recorded request as a command or code. Bodies are not recorded: a write refers to a file for its body. */
export interface RequestCopy {
  readonly title: string
  readonly text: string
}

const BODY_TYPES: Readonly<Record<string, string>> = {
  POST: 'application/json',
  PUT: 'application/json',
  PATCH: 'application/merge-patch+json',
}

/** The commands of the client that accept a path of the API. */
const RAW: Readonly<Record<string, string>> = { GET: 'get', POST: 'create', PUT: 'replace', DELETE: 'delete' }

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Whether the page can repeat the request: a read, because bodies of writes are not recorded. */
export const canReplay = ({ method, url }: Request): boolean => method === 'GET' && !/[?&]watch=(true|1)(&|$)/.test(url)

/** `$SERVER` is the address of the user's own server: a cluster in a tab has no address outside the browser. */
function curl({ method, url }: Request): string {
  const type = BODY_TYPES[method]
  const parts = ['curl', ...(method === 'GET' ? [] : ['-X', method])]
  if (type !== undefined) parts.push('-H', quoted(`Content-Type: ${type}`), '--data-binary', '@body.json')
  return [...parts, `"$SERVER"${quoted(url)}`].join(' ')
}

function command({ method, url }: Request, cli: string): string | undefined {
  const verb = RAW[method]
  if (verb === undefined) return undefined
  const body = method in BODY_TYPES ? ' -f body.json' : ''
  return `${cli} ${verb} --raw ${quoted(url)}${body}`
}

function script({ method, url }: Request, baseUrl: string): string {
  const address = JSON.stringify(baseUrl + url)
  const type = BODY_TYPES[method]
  if (method === 'GET') return `await fetch(${address})`
  const body = type && `, headers: { 'Content-Type': '${type}' }, body: JSON.stringify(body)`
  return `await fetch(${address}, { method: '${method}'${body ?? ''} })`
}

/** @param baseUrl The address of the cluster for `fetch`: ClusterHandle.baseUrl. */
export function requestCopies(request: Request, dialect: Pick<Dialect, 'cliNames'>, baseUrl: string): RequestCopy[] {
  const [cli = ''] = dialect.cliNames
  const line = command(request, cli)
  return [
    ...(line === undefined ? [] : [{ title: cli, text: line }]),
    { title: 'curl', text: curl(request) },
    { title: 'fetch', text: script(request, baseUrl) },
  ]
}
