import type { ApiObject } from '../../worker/api/object.ts'
import { isObject } from '../../worker/api/json.ts'
import type { DialectName } from '../../worker/dialect/dialect.ts'
import type { SavedDocument } from '../contracts/documents.ts'
import { HAS_VERSION, PREFIX } from './share-fragment.ts'
import { fromBase64Url, toBase64Url } from '../../worker/runtime/bytes.ts'

/** The cluster in a link or a file. The data is untrusted: `decodeShare` limits and validates it. */
export interface SharedCluster {
  readonly name: string
  readonly dialect: DialectName
  readonly objects: readonly ApiObject[]
  readonly documents: readonly SavedDocument[]
  /** The query of the shared page, without the cluster id. */
  readonly at: string
  /** Whether to apply the documents: set for the manifest of an embedding page. */
  readonly apply?: true
}

/** The reason why a link or a file cannot be used, as text for the user. */
export class ShareError extends Error {
  override readonly name = 'ShareError'
}

export const LONGEST_LINK = 32 * 1024
const MOST_BYTES = 4 * 1024 * 1024
const MOST_OBJECTS = 5000
/** A user chooses a file deliberately, so its limits are higher. */
const MOST_OBJECTS_OF_A_FILE = 50_000
const MOST_DOCUMENTS = 100
const DEEPEST = 64

function readBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]+$/.test(text))
    throw new ShareError('The link is damaged: it holds characters that no link has. Copy it again, whole.')
  const bytes = fromBase64Url(text)
  if (bytes === undefined) throw new ShareError('The link is damaged: a part of it is missing. Copy it again, whole.')
  return bytes
}

async function deflate(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Stops at the limit: a small link can decompress to gigabytes. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new ShareError('The link is damaged: it does not unpack. Copy it again, whole.')
    })
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > MOST_BYTES) {
      await reader.cancel()
      throw new ShareError('The link holds more than 4 MiB, which is more than a link may hold. Ask for a file.')
    }
    text += decoder.decode(value, { stream: true })
  }
}

/**
 * The fragment of a link: `#c1.<data>`. The caller compares its length with `LONGEST_LINK`.
 * @throws ShareError when `decodeShare` would refuse it.
 */
export async function encodeShare(cluster: SharedCluster): Promise<string> {
  const { name, dialect, objects, documents, at, apply } = cluster
  checkObjects(objects, 'link')
  return PREFIX + toBase64Url(await deflate(JSON.stringify({ name, dialect, objects, documents, at, apply })))
}

/** Without recursion: the depth is not yet bounded. */
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return false
}

/** @throws ShareError when there are too many objects, or one is nested too deeply or has no apiVersion, kind or name. */
export function checkObjects(values: readonly unknown[], from: 'link' | 'file'): ApiObject[] {
  const most = from === 'link' ? MOST_OBJECTS : MOST_OBJECTS_OF_A_FILE
  if (values.length > most)
    throw new ShareError(`There are ${values.length} objects; a ${from} can hold ${most} at most.`)
  return values.map((value, index) => {
    if (isTooDeep(value)) throw new ShareError(`Object ${index + 1} is nested more than ${DEEPEST} levels deep.`)
    if (!isObject(value) || typeof value['kind'] !== 'string' || typeof value['apiVersion'] !== 'string')
      throw new ShareError(`Object ${index + 1} has no kind and apiVersion.`)
    const metadata = value['metadata']
    if (!isObject(metadata) || typeof metadata['name'] !== 'string')
      throw new ShareError(`Object ${index + 1} (${value['kind']}) has no metadata.name.`)
    return value
  })
}

function checkDocuments(value: unknown): SavedDocument[] {
  if (!Array.isArray(value) || value.length > MOST_DOCUMENTS) throw new ShareError('The documents in it are damaged.')
  return value.map((entry: unknown) => {
    if (!isObject(entry)) throw new ShareError('The documents in it are damaged.')
    const { name, text, manager } = entry
    if (typeof name !== 'string' || name.length > 200 || typeof text !== 'string')
      throw new ShareError('The documents in it are damaged.')
    return { name, text, ...(typeof manager === 'string' && { manager: manager.slice(0, 128) }) }
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ShareError('The link is damaged: its contents cannot be read. Copy it again, whole.')
  }
}

/** @throws ShareError for a link that is damaged, of another version, too large or too deep. */
export async function decodeShare(fragment: string): Promise<SharedCluster> {
  if (!HAS_VERSION.test(fragment))
    throw new ShareError('The link is damaged: its data does not follow its version. Copy it again, whole.')
  if (!fragment.startsWith(PREFIX))
    throw new ShareError(
      'The link was made by another version of Tabplane and cannot be read by this one. Ask for a new one, or for a file.',
    )
  const value = parse(await inflate(readBase64Url(fragment.slice(PREFIX.length))))
  if (!isObject(value)) throw new ShareError('The link is damaged: it does not hold a cluster.')
  const { name, dialect, objects, documents, at, apply } = value
  if (dialect !== 'svc' && dialect !== 'k8s')
    throw new ShareError('The link is for a kind of cluster that this version does not know.')
  if (!Array.isArray(objects)) throw new ShareError('The link is damaged: it holds no objects.')
  return {
    name: typeof name === 'string' && name.trim() !== '' ? name.slice(0, 60) : 'shared-cluster',
    dialect,
    objects: checkObjects(objects, 'link'),
    documents: checkDocuments(documents ?? []),
    at: typeof at === 'string' && at.length < 2000 ? at : '',
    ...(apply === true && { apply }),
  }
}
