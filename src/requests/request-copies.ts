import type { Dialect } from '../../worker/dialect/dialect.ts'
import type { RequestRecord } from '../../worker/observability/trace.ts'

type Request = Pick<RequestRecord, 'method' | 'url'>

/** A request written for another program to make again. Bodies are not recorded: a write names a file that holds it. */
export interface RequestCopy {
  readonly title: string
  readonly text: string
}

const BODY_TYPES: Readonly<Record<string, string>> = {
  POST: 'application/json',
  PUT: 'application/json',
  PATCH: 'application/merge-patch+json',
}

/** The client's commands that take a bare path. */
const RAW: Readonly<Record<string, string>> = { GET: 'get', POST: 'create', PUT: 'replace', DELETE: 'delete' }

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Reads can be made again as they were; a write cannot, since its body is not kept. */
export const canReplay = ({ method, url }: Request): boolean => method === 'GET' && !/[?&]watch=(true|1)(&|$)/.test(url)

/** `$SERVER` is where the reader's own server answers: a cluster in a tab has no address outside the browser. */
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

/** @param baseUrl Where `fetch` reaches the cluster: ClusterHandle.baseUrl. */
export function requestCopies(request: Request, dialect: Pick<Dialect, 'cliNames'>, baseUrl: string): RequestCopy[] {
  const [cli = ''] = dialect.cliNames
  const line = command(request, cli)
  return [
    ...(line === undefined ? [] : [{ title: cli, text: line }]),
    { title: 'curl', text: curl(request) },
    { title: 'fetch', text: script(request, baseUrl) },
  ]
}
