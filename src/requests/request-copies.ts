import { indentedJson } from '../client/indented-json.ts'
import type { RequestDescription } from '../../worker/http/debug/request-description.ts'
import type { Dialect } from '../../worker/dialect/dialect.ts'
import type { RequestRecord } from '../../worker/observability/trace.ts'

type Request = Pick<RequestRecord, 'method' | 'url'>

/** A request to copy or to send again. */
export interface SentRequest extends Request {
  /** The media type and text of the body; undefined without one. */
  readonly body?: { readonly type: string; readonly text: string } | undefined
}

/** A recorded request as a command or code. */
export interface RequestCopy {
  readonly title: string
  readonly text: string
}

/** The recorded request in a form that can be sent again. Masked values stay masked. */
export function sentRequest({ method, url, request }: Request & Pick<RequestDescription, 'request'>): SentRequest {
  if (request?.body === undefined) return { method, url }
  const type = request.headers.find(([name]) => name === 'content-type')?.[1] ?? 'application/json'
  const { body } = request
  // A YAML body is recorded as a value. It is sent as JSON, which is also YAML.
  return { method, url, body: { type, text: typeof body === 'string' ? body : indentedJson(body) } }
}

/** The commands of the client that accept a path of the API, by method. */
const RAW: Readonly<Record<string, string>> = { GET: 'get', POST: 'create', PUT: 'replace', DELETE: 'delete' }

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * The request as a command line of curl. `$SERVER` is the address of the user's own server: a cluster in a tab has no
 * address outside the browser.
 */
function curl({ method, url, body }: SentRequest): string {
  const parts = ['curl', ...(method === 'GET' ? [] : ['-X', method])]
  // `--data-binary` would read a file when the text begins with `@`.
  if (body !== undefined) parts.push('-H', quoted(`Content-Type: ${body.type}`), '--data-raw', quoted(body.text))
  return [...parts, `"$SERVER"${quoted(url)}`].join(' ')
}

function command({ method, url, body }: SentRequest, cli: string): string | undefined {
  const verb = RAW[method]
  if (verb === undefined) return undefined
  const line = `${cli} ${verb} --raw ${quoted(url)}`
  if (body === undefined) return line
  const end = freeWord(body.text)
  return `${line} -f - <<'${end}'\n${body.text}\n${end}`
}

/** A delimiter for a here-document that is not a line of the text. Otherwise a shell would run the lines after it. */
function freeWord(text: string): string {
  const lines = new Set(text.split(/\r?\n|\r/))
  let word = 'EOF'
  while (lines.has(word)) word += 'F'
  return word
}

function script({ method, url, body }: SentRequest, baseUrl: string): string {
  const address = JSON.stringify(baseUrl + url)
  if (method === 'GET') return `await fetch(${address})`
  const sent = body && `, headers: { 'Content-Type': ${JSON.stringify(body.type)} }, body: ${JSON.stringify(body.text)}`
  return `await fetch(${address}, { method: '${method}'${sent ?? ''} })`
}

/** @param baseUrl the address of the cluster for `fetch`: ClusterHandle.baseUrl */
export function requestCopies(
  request: SentRequest,
  dialect: Pick<Dialect, 'cliNames'>,
  baseUrl: string,
): RequestCopy[] {
  const [cli = ''] = dialect.cliNames
  const line = command(request, cli)
  return [
    ...(line === undefined ? [] : [{ title: cli, text: line }]),
    { title: 'curl', text: curl(request) },
    { title: 'fetch', text: script(request, baseUrl) },
  ]
}
