import { readExactJson } from '../client/read-json.ts'
import { exactJson } from '../../worker/api/exact-json.ts'
import type { Json } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import type { DialectName } from '../../worker/dialect/dialect.ts'
import { packText, unpackText } from './packed-text.ts'
import { ShareError } from './share-error.ts'
import { checkObjects } from './share-link.ts'

/** A recorded request of a user, and its answer. */
export interface ReproRequest {
  /** Milliseconds since the first request. */
  readonly after: number
  readonly method: string
  /** The path and query below the cluster. */
  readonly url: string
  /** The media type and the text of the body. */
  readonly body?: { readonly type: string; readonly text: string }
  /** The media types that the client accepted. */
  readonly accept?: string
  /** The caller, when it is not the user of the page. */
  readonly as?: { readonly user: string; readonly groups: readonly string[] }
  readonly status: number
  /** The body of the answer; absent when it was not recorded. */
  readonly answer?: Json
}

/** A cluster with the last requests to it. The data is untrusted: `readRepro` limits and validates it. */
export interface Repro {
  readonly kind: 'Repro'
  /** The version of Tabplane that recorded the history: `0.1.0`. */
  readonly app: string
  /** The version that the server reports: `v1.30.0`. */
  readonly server: string
  readonly name: string
  readonly dialect: DialectName
  /** The clock of the page at the time of the recording, in milliseconds since 1970. */
  readonly taken: number
  /** The flags of the server: `--controllers=*`. */
  readonly flags: readonly string[]
  /** The settings of the cluster, not validated. Absent for the settings of a new cluster of the playground. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** The objects before the first request. */
  readonly objects: readonly ApiObject[]
  readonly requests: readonly ReproRequest[]
}

/** `r` for repro, and a version that increases with each incompatible change. */
const PREFIX = '#r1.'
const MAX_REQUESTS = 500
/** The limit of a text, in UTF-16 units. */
const LONGEST_TEXT = 512 * 1024
const LONGEST_LINE = 8192
const LARGEST_FILE = 16 * 1024 * 1024
const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** The fragment of a link, of any length. All versions of Tabplane with the same PREFIX can open it. */
export const encodeRepro = async (repro: Repro): Promise<string> => PREFIX + (await packText(exactJson(repro)))

/** @throws ShareError for a link that is damaged, of another version, or too large */
export async function decodeRepro(fragment: string): Promise<Repro> {
  if (!fragment.startsWith(PREFIX))
    throw new ShareError('The link was made by another version of Tabplane, or is damaged. Copy the whole link again.')
  return readRepro(await unpackText(fragment.slice(PREFIX.length)), 'link')
}

/** Whether the file declares that it is a repro. It may still have faults. */
export async function isReproFile(file: Blob): Promise<boolean> {
  return file.size <= LARGEST_FILE && /^\s*\{\s*"kind":\s*"Repro"/.test(await file.slice(0, 200).text())
}

/** @throws ShareError */
export async function readRepro(text: string, from: 'link' | 'file'): Promise<Repro> {
  const value = await parse(text)
  if (!isObject(value) || value['kind'] !== 'Repro') throw damaged('it does not hold a history')
  const { app, server, name, dialect, taken, flags, settings, objects, requests } = value
  if (dialect !== 'svc' && dialect !== 'k8s') throw damaged('its kind of cluster is unknown')
  if (!Array.isArray(objects) || !Array.isArray(requests)) throw damaged('it holds no objects and requests')
  if (requests.length > MAX_REQUESTS) throw damaged(`it holds more than ${MAX_REQUESTS} requests`)
  return {
    kind: 'Repro',
    app: line(app),
    server: line(server),
    name: line(name).slice(0, 60) || 'repro',
    dialect,
    taken: count(taken),
    flags: Array.isArray(flags) ? flags.slice(0, 100).map(line) : [],
    ...(isObject(settings) && { settings }),
    objects: checkObjects(objects, from),
    requests: requests.map(readRequest),
  }
}

function readRequest(value: unknown): ReproRequest {
  if (!isObject(value)) throw damaged('a request is not an object')
  const { after, method, url, body, accept, as, status, answer } = value
  const path = line(url)
  // A second slash would name another server.
  if (!METHODS.has(line(method)) || !/^\/(?!\/)/.test(path)) throw damaged('a request has no method and path')
  return {
    after: count(after),
    method: line(method),
    url: path,
    status: count(status),
    ...(isObject(body) && { body: { type: line(body['type']), text: textOf(body['text']) } }),
    ...(accept !== undefined && { accept: line(accept) }),
    ...(isObject(as) && { as: { user: line(as['user']), groups: list(as['groups']).map(line) } }),
    ...(answer !== undefined && { answer }),
  }
}

const damaged = (why: string): ShareError => new ShareError(`The history is damaged: ${why}.`)

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, 100) : [])

function line(value: unknown): string {
  if (typeof value !== 'string' || value.length > LONGEST_LINE || /\p{Cc}/u.test(value))
    throw damaged('a text is too long or holds control characters')
  return value
}

function textOf(value: unknown): string {
  if (typeof value !== 'string' || value.length > LONGEST_TEXT) throw damaged('a body is too long')
  return value
}

function count(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) throw damaged('a number is missing')
  return value
}

async function parse(text: string): Promise<unknown> {
  try {
    return await readExactJson(text)
  } catch {
    throw damaged('it is no JSON')
  }
}
