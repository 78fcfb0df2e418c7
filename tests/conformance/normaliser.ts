import { isMembers, type Members } from './json-path.ts'
import { rememberSameSecond } from './same-second.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Choices of a case that keep values which other cases replace. */
export interface NormaliserOptions {
  readonly keepIP?: boolean
  readonly keepPort?: boolean
  /** The port of the webhook backend in this run, and the one in the recordings. */
  readonly backendPort?: { readonly actual: number; readonly recorded: number }
  /** A random text of this run, and the certificate bundle of the webhook backend. */
  readonly nonce?: string
  readonly caBundle?: string
}

/** Texts that differ between runs of the real server, and their forms in the recordings. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/too old resource version: \d+ \(\d+\)/g, 'too old resource version: <rv> (<rv>)'],
  [/kube-api-access-[a-z0-9]{5}(?![a-z0-9])/g, 'kube-api-access-<random>'],
  [/(the ResourceVersion in record )\(\d+\)/g, '$1(<rv>)'],
  [/(StorageError: [^,]*, Code: \d+, Key: )\/[^/]+\//g, '$1/registry/'],
  [/(Too large resource version: )\d+(, current: )\d+/g, '$1<rv>$2<rv>'],
  [/v1\.ObjectMeta\{[^]*\}(?=: must be empty)/g, 'v1.ObjectMeta{…}'],
  [/in scheme "[^"]*"/g, 'in scheme "…"'],
  [/json: cannot unmarshal .*$/s, 'json: cannot unmarshal …'],
  [/strict decoding error: json: .*$/s, 'strict decoding error: json: …'],
]

const UID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g
/** The local port of a connection, in a network error. */
const LOCAL_PORT = /(127\.0\.0\.1|\[::1\]):\d+->/g

/** Above this length a `token` is a signed one, which differs from run to run. */
const LONGEST_FIXED_TOKEN = 200

interface Parent {
  readonly isList?: boolean
  readonly generateName?: unknown
}

/**
 * Replaces the values that differ from run to run by stand-ins. Uids and versions are numbered in the order of their first
 * use, so that equal values stay equal and different values stay different.
 */
export class Normaliser {
  readonly now: number
  private readonly options: NormaliserOptions
  private readonly uids = new Map<string, string>()
  private readonly versions = new Map<string, string>()
  private readonly generatedNames = new Map<string, string>()

  constructor(options: NormaliserOptions = {}, now = Date.now()) {
    this.options = options
    this.now = now
  }

  /** An independent normaliser that continues the numbers of this one. */
  copy(): Normaliser {
    const copy = new Normaliser(this.options, this.now)
    for (const [uid, name] of this.uids) copy.uids.set(uid, name)
    for (const [version, name] of this.versions) copy.versions.set(version, name)
    for (const [name, standIn] of this.generatedNames) copy.generatedNames.set(name, standIn)
    return copy
  }

  /** Replaces a generated name in all later texts. */
  addGeneratedName(name: string, prefix: string): void {
    this.generatedNames.set(name, `${prefix}<random>`)
  }

  text(text: string): string {
    const { nonce, caBundle, backendPort } = this.options
    let result = text
    if (nonce !== undefined) result = result === caBundle ? '<caBundle>' : result.replaceAll(nonce, '<nonce>')
    for (const [name, standIn] of this.generatedNames) result = result.replaceAll(name, standIn)
    if (backendPort !== undefined) result = result.replaceAll(`:${backendPort.actual}`, `:${backendPort.recorded}`)
    result = result
      .replace(LOCAL_PORT, '$1:<port>->')
      .replace(UID, (uid) => numbered(this.uids, uid, 'uid'))
      .replace(TIME, (time) => this.time(time))
    for (const [pattern, standIn] of VARYING) result = result.replace(pattern, standIn)
    return result
  }

  private time(text: string): string {
    if (Math.abs(Date.parse(text) - this.now) >= 2 * DAY_MS) return text
    return text.includes('.') ? '<microtime>' : '<time>'
  }

  value(value: unknown): unknown {
    return this.member(value, '', {}, false)
  }

  private member(value: unknown, key: string, parent: Parent, inBookmark: boolean): unknown {
    if (typeof value === 'string') return this.string(value, key, parent)
    if (key === 'clusterIPs' && Array.isArray(value) && value[0] !== 'None' && !this.options.keepIP)
      return value.map(() => '<ip>')
    if (key === 'nodePort' && typeof value === 'number' && value !== 0 && !this.options.keepPort) return '<port>'
    if (value !== undefined && value === this.options.backendPort?.actual) return this.options.backendPort?.recorded
    if (Array.isArray(value)) return value.map((item) => this.member(item, '', {}, inBookmark))
    return isMembers(value) ? this.object(value, inBookmark) : value
  }

  private string(text: string, key: string, parent: Parent): string {
    const { generateName, isList } = parent
    if (key === 'continue' && text !== '') return '<continue>'
    if (key === 'token' && text.length > LONGEST_FIXED_TOKEN) return '<token>'
    if (key === 'resourceVersion' && text !== '' && text !== '0')
      return isList === true ? '<rv>' : numbered(this.versions, text, 'rv')
    if (key === 'clusterIP' && text !== 'None' && text !== '' && !this.options.keepIP) return '<ip>'
    if (key === 'name' && typeof generateName === 'string' && generateName !== '' && text.startsWith(generateName))
      return `${generateName}<random>`
    return this.text(text)
  }

  private object(object: Members, inBookmark: boolean): Members {
    const result: Members = {}
    const isBookmark = object.type === 'BOOKMARK'
    for (const [key, child] of Object.entries(object)) {
      if (key === 'metadata' && isMembers(child)) {
        const parent = { isList: inBookmark || isList(object), generateName: child.generateName }
        result[key] = this.metadata(child, parent, inBookmark)
      } else result[key] = this.member(child, key, object, inBookmark || (isBookmark && key === 'object'))
    }
    return result
  }

  private metadata(metadata: Members, parent: Parent, inBookmark: boolean): Members {
    const result: Members = Object.fromEntries(
      Object.entries(metadata).map(([key, value]) => [key, this.member(value, key, parent, inBookmark)]),
    )
    rememberSameSecond(metadata.managedFields, result.managedFields)
    return result
  }
}

/** Whether an object is a list or a Table. Its version is the version of the store, which the writes of other cases change. */
const isList = (object: Members): boolean =>
  Array.isArray(object.items) || (Array.isArray(object.rows) && Boolean(object.columnDefinitions))

/** The stand-in of a value, such as `<uid1>`: equal values have equal numbers, in the order of their first use. */
export function numbered(map: Map<string, string>, value: string, kind: string): string {
  const known = map.get(value)
  if (known !== undefined) return known
  const standIn = `<${kind}${map.size + 1}>`
  map.set(value, standIn)
  return standIn
}
