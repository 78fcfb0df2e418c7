import type { ListMeta } from '../../worker/api/object.ts'
import { nextTask } from '../../worker/runtime/next-task.ts'
import type { ApiConnection } from '../client/api-connection.ts'
import type { ResourceType } from '../client/discovery.ts'
import { metadataAccept } from '../client/metadata.ts'
import type { ObjectRef } from '../client/object-ref.ts'
import { getJson, type StoredObject } from '../client/resource-client.ts'
import { resourcePath } from '../client/resource-path.ts'

/** The number of objects in one request. Parsing a page with all their metadata takes a few milliseconds. */
const PAGE = 250
/** The maximum number of objects of one type whose names are read. */
export const MAX_OF_TYPE = 1000

interface MetadataList {
  readonly metadata?: ListMeta
  /** The server writes null for an empty list. */
  readonly items: readonly Pick<StoredObject, 'metadata'>[] | null
}

/** The names that were read so far. */
export interface NamedObjects {
  readonly objects: readonly ObjectRef[]
  /** Resources that have more objects than were read. */
  readonly cut: readonly string[]
  /** Resources that the server did not list. */
  readonly refused: readonly string[]
  readonly done: boolean
}

/**
 * Whether people look for objects of this type by name. Metrics and other computed objects cannot be watched. Events have
 * generated names that begin with the name of their object, so they would hide the pods of a deployment.
 */
const isSearched = ({ resource, verbs }: ResourceType): boolean =>
  resource !== 'events' && ['get', 'list', 'watch'].every((verb) => verbs.includes(verb))

/** The searched types. The types of `kubectl get all` are first, because entries of the same name keep this order. */
function inOrder(types: readonly ResourceType[]): ResourceType[] {
  const place = ({ categories }: ResourceType): number => Number(!categories.includes('all'))
  return types.filter(isSearched).toSorted((a, b) => place(a) - place(b))
}

/**
 * Reads the names of the objects that the caller may list, at most `MAX_OF_TYPE` of each type. One page of metadata is read after
 * the other, each in a separate task. `onnames` is called after each type that has objects, and at the end, with the names so
 * far, until `signal` aborts.
 */
export async function readNames(
  cluster: ApiConnection,
  types: readonly ResourceType[],
  { signal, onnames }: { readonly signal: AbortSignal; readonly onnames: (names: NamedObjects) => void },
): Promise<void> {
  const objects: ObjectRef[] = []
  const cut: string[] = []
  const refused: string[] = []
  const report = (done: boolean): void => {
    if (!signal.aborted) onnames({ objects: [...objects], cut: [...cut], refused: [...refused], done })
  }
  for (const type of inOrder(types)) {
    try {
      const { found, hasMore } = await namesOf(cluster, type, signal)
      objects.push(...found)
      if (hasMore) cut.push(type.resource)
      if (found.length > 0) report(false)
    } catch {
      // The palette lists the refused types; the table of a type shows the whole answer.
      refused.push(type.resource)
    }
    if (signal.aborted) return
  }
  report(true)
}

async function namesOf(
  cluster: ApiConnection,
  { group, version, resource }: ResourceType,
  signal: AbortSignal,
): Promise<{ readonly found: readonly ObjectRef[]; readonly hasMore: boolean }> {
  const path = resourcePath({ group, version, resource, namespace: '', name: '' })
  const found: ObjectRef[] = []
  let next = ''
  do {
    const from = next === '' ? '' : `&continue=${encodeURIComponent(next)}`
    const list = await getJson<MetadataList>(cluster, `${path}?limit=${PAGE}${from}`, metadataAccept(cluster).list)
    for (const { metadata } of list.items ?? []) {
      const { name = '', namespace = '' } = metadata
      found.push({ group, version, resource, namespace, name })
    }
    next = list.metadata?.continue ?? ''
    await nextTask()
  } while (next !== '' && found.length < MAX_OF_TYPE && !signal.aborted)
  return { found, hasMore: next !== '' }
}
