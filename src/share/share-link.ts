import { readExactJson } from '../client/read-json.ts'
import { exactJson } from '../../worker/api/exact-json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { isObject } from '../../worker/api/json.ts'
import type { DialectName } from '../../worker/dialect/dialect.ts'
import type { SavedDocument } from '../contracts/documents.ts'
import { HAS_VERSION, PREFIX } from './share-fragment.ts'
import { packText, unpackText } from './packed-text.ts'
import { ShareError } from './share-error.ts'

/** The cluster in a link or a file. The data is untrusted: `decodeShare` limits and validates it. */
export interface SharedCluster {
  readonly name: string
  readonly dialect: DialectName
  readonly objects: readonly ApiObject[]
  readonly documents: readonly SavedDocument[]
  /** The query of the shared page, without the cluster id. */
  readonly at: string
  /** Whether to apply the documents, which is set for the manifest of an embedding page. */
  readonly apply?: true
}

/** The maximum length of a link's fragment, in characters. */
export const LONGEST_LINK = 32 * 1024
const MAX_OBJECTS = 5000
/** Higher than the limit of a link, because a user chooses a file deliberately. */
const MAX_OBJECTS_OF_A_FILE = 50_000
const MAX_DOCUMENTS = 100
const DEEPEST = 64

/**
 * The fragment of a link: `#c1.<data>`. The caller compares its length with `LONGEST_LINK`.
 * @throws ShareError when `decodeShare` would refuse the objects.
 */
export async function encodeShare(cluster: SharedCluster): Promise<string> {
  const { name, dialect, objects, documents, at, apply } = cluster
  checkObjects(objects, 'link')
  return PREFIX + (await packText(exactJson({ name, dialect, objects, documents, at, apply })))
}

/** Whether a value is nested more than `DEEPEST` levels deep. Works without recursion, because the depth is not yet limited. */
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
  const most = from === 'link' ? MAX_OBJECTS : MAX_OBJECTS_OF_A_FILE
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

/** Characters that control a terminal, or reorder the letters around them. */
const CONTROL = /[\p{Cc}\p{Bidi_C}]/gu

function checkDocuments(value: unknown): SavedDocument[] {
  const names = new Set<unknown>()
  if (!Array.isArray(value) || value.length > MAX_DOCUMENTS) throw new ShareError('The documents in it are damaged.')
  return value.map((entry: unknown) => {
    if (!isObject(entry)) throw new ShareError('The documents in it are damaged.')
    const { name, text, manager } = entry
    if (typeof name !== 'string' || name.length > 200 || name.search(CONTROL) >= 0 || typeof text !== 'string')
      throw new ShareError('The documents in it are damaged.')
    if (names.has(name)) throw new ShareError(`The documents in it are damaged: two have the name ${name}.`)
    names.add(name)
    return { name, text, ...(typeof manager === 'string' && { manager: manager.slice(0, 128) }) }
  })
}

async function parse(text: string): Promise<unknown> {
  try {
    return await readExactJson(text)
  } catch {
    throw new ShareError('The link is damaged: its contents cannot be read. Copy the whole link again.')
  }
}

/** @throws ShareError for a link that is damaged, of another version, too large or too deep. */
export async function decodeShare(fragment: string): Promise<SharedCluster> {
  if (!HAS_VERSION.test(fragment))
    throw new ShareError('The link is damaged: its data does not follow its version. Copy the whole link again.')
  if (!fragment.startsWith(PREFIX))
    throw new ShareError(
      'The link was made by another version of Tabplane and cannot be read by this one. Ask for a new one, or for a file.',
    )
  const value = await parse(await unpackText(fragment.slice(PREFIX.length)))
  if (!isObject(value)) throw new ShareError('The link is damaged: it does not hold a cluster.')
  const { name, dialect, objects, documents, at, apply } = value
  if (dialect !== 'svc' && dialect !== 'k8s')
    throw new ShareError('The link is for a kind of cluster that this version does not know.')
  if (!Array.isArray(objects)) throw new ShareError('The link is damaged: it holds no objects.')
  return {
    name: (typeof name === 'string' && name.replace(CONTROL, '').trim().slice(0, 60)) || 'shared-cluster',
    dialect,
    objects: checkObjects(objects, 'link'),
    documents: checkDocuments(documents ?? []),
    at: typeof at === 'string' && at.length < 2000 ? at : '',
    ...(apply === true && { apply }),
  }
}
