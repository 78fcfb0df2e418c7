import type { ListMeta } from '../../worker/api/object.ts'
import { nextTask } from '../../worker/runtime/next-task.ts'
import type { ApiConnection } from '../client/api-connection.ts'
import type { ResourceType } from '../client/discovery.ts'
import { metadataAccept } from '../client/metadata.ts'
import type { ObjectRef } from '../client/object-ref.ts'
import { getJson, type StoredObject } from '../client/resource-client.ts'
import { resourcePath } from '../client/resource-path.ts'

/** Objects of one request. A page with all their metadata takes a few milliseconds to parse. */
const PAGE = 250
/** Objects of one type whose names are read. */
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

/** The types whose objects are stored: metrics and other computed objects cannot be watched. */
const isStored = ({ verbs }: ResourceType): boolean => ['get', 'list', 'watch'].every((verb) => verbs.includes(verb))

/** The types of `kubectl get all` first, because entries of the same name keep this order, and generated events last. */
function inOrder(types: readonly ResourceType[]): ResourceType[] {
  const place = ({ resource, categories }: ResourceType): number =>
    resource === 'events' ? 2 : Number(!categories.includes('all'))
  return types.filter(isStored).toSorted((a, b) => place(a) - place(b))
}

/**
 * Reads the names of all objects that the caller may list, metadata only, one page after the other, each in a task of
 * its own. `onnames` is called after each page with the names so far, until `signal` aborts.
 */
export async function readNames(
  cluster: ApiConnection,
  types: readonly ResourceType[],
  { signal, onnames }: { readonly signal: AbortSignal; readonly onnames: (names: NamedObjects) => void },
): Promise<void> {
  const objects: ObjectRef[] = []
  const cut: string[] = []
  const refused: string[] = []
  // Two groups may serve the same objects: events have a uid once.
  const seen = new Set<string>()
  const report = (done: boolean): void => {
    if (!signal.aborted) onnames({ objects: [...objects], cut: [...cut], refused: [...refused], done })
  }
  for (const type of inOrder(types)) {
    try {
      const { found, hasMore } = await namesOf(cluster, type, signal)
      const fresh = found.filter(({ uid }) => uid === '' || !seen.has(uid))
      for (const { uid, ref } of fresh) {
        seen.add(uid)
        objects.push(ref)
      }
      if (hasMore && fresh.length > 0) cut.push(type.resource)
      if (fresh.length > 0) report(false)
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
): Promise<{ readonly found: readonly { uid: string; ref: ObjectRef }[]; readonly hasMore: boolean }> {
  const path = resourcePath({ group, version, resource, namespace: '', name: '' })
  const found: { uid: string; ref: ObjectRef }[] = []
  let next = ''
  do {
    const from = next === '' ? '' : `&continue=${encodeURIComponent(next)}`
    const list = await getJson<MetadataList>(cluster, `${path}?limit=${PAGE}${from}`, metadataAccept(cluster).list)
    for (const { metadata } of list.items ?? []) {
      const { name = '', namespace = '', uid = '' } = metadata
      found.push({ uid, ref: { group, version, resource, namespace, name } })
    }
    next = list.metadata?.continue ?? ''
    await nextTask()
  } while (next !== '' && found.length < MAX_OF_TYPE && !signal.aborted)
  return { found, hasMore: next !== '' }
}
