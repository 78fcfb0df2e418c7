import { constants, gunzipSync } from 'node:zlib'
import type { Answer, Step } from './case.ts'
import { comparableCertificates } from './certificate.ts'
import type { Members } from './json-path.ts'
import { isMembers, selected, setValue, valueAt } from './json-path.ts'
import { comparableToken } from './json-web-token.ts'
import type { Normaliser } from './normaliser.ts'

/** The headers that are compared; the others differ between servers of one version. */
const HEADERS = [
  'content-type',
  'warning',
  'content-encoding',
  'retry-after',
  'www-authenticate',
  'location',
  'cache-control',
  'allow',
]

/** The body without its gzip encoding. The end of a stream may be missing. */
export const plainBody = ({ headers, body }: Answer): Buffer =>
  headers['content-encoding'] === 'gzip' && body.length > 0
    ? gunzipSync(body, { finishFlush: constants.Z_SYNC_FLUSH })
    : body

/** The JSON value of a text; undefined when the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Reduces an answer to the form in which the recordings hold it. */
export function comparableAnswer(step: Step, answer: Answer, normaliser: Normaliser): Members {
  if (step.ignore) return { status: answer.status }
  const result: Members = {
    status: answer.status,
    headers: comparableHeaders(answer, normaliser),
    ...comparableBody(step, answer, normaliser),
  }
  if (result.json && (step.jwt ?? step.x509) !== undefined) decodeCredentials(step, answer, result, normaliser)
  for (const path of result.json ? (step.unordered ?? []) : []) sortByText(valueAt(result.json, path))
  if (step.only && result.json) result.json = selected(result.json, step.only)
  return result
}

function comparableHeaders({ headers }: Answer, normaliser: Normaliser): Members {
  const result: Members = {}
  for (const name of HEADERS) {
    const value = headers[name]
    if (value === undefined) continue
    result[name] =
      name === 'warning'
        ? value.split(/,\s*(?=299 )/).map((warning) => normaliser.text(warning))
        : normaliser.text(value)
  }
  return result
}

function comparableBody(step: Step, answer: Answer, normaliser: Normaliser): Members {
  const body = plainBody(answer)
  const type = answer.headers['content-type'] ?? ''
  const comparable = (text: string): unknown => {
    const value = parsed(text)
    return value === undefined ? normaliser.text(text) : normaliser.value(value)
  }
  if (step.watch && type.includes('json')) {
    const lines = body.toString('utf8').split('\n').filter(Boolean)
    return { events: lines.map(comparable) }
  }
  if (type.includes('protobuf')) return { base64: step.bytes ? body.toString('base64') : '<bytes>' }
  const text = body.toString('utf8')
  return parsed(text) === undefined ? { text: normaliser.text(text) } : { json: comparable(text) }
}

/** Adds the decoded token or certificates to the result. In the body, a placeholder replaces them. */
function decodeCredentials(step: Step, answer: Answer, result: Members, normaliser: Normaliser): void {
  const whole = parsed(plainBody(answer).toString('utf8'))
  const decode = (path: string, name: 'jwt' | 'x509', comparable: (value: unknown) => unknown) => {
    const value = valueAt(whole, path)
    if (!value) return
    result[name] = comparable(value)
    if (isMembers(result.json)) setValue(result.json, path, `<${name}>`)
  }
  if (step.jwt !== undefined) decode(step.jwt, 'jwt', (value) => comparableToken(value, normaliser))
  if (step.x509 !== undefined) decode(step.x509, 'x509', (value) => comparableCertificates(value))
}

function sortByText(list: unknown): void {
  if (Array.isArray(list)) list.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}
