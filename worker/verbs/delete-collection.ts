import { StatusError } from '../api/status.ts'
import type { Stored } from '../store/store.ts'
import { deleteOne, warnOfDefaults } from './delete.ts'
import { listStored } from './list.ts'
import { compileSelection } from './selection.ts'
import type { ListOptions, ListResult } from './verbs.ts'
import { viewOf } from './version-conversion.ts'
import type { Deletion } from './write.ts'

/**
 * Deletes each object of a list as a separate request would, and returns the objects as they were before. The first refusal ends
 * the verb, and the remaining objects stay.
 */
export async function deleteCollection(deletion: Deletion, list: ListOptions): Promise<ListResult> {
  warnOfDefaults(deletion)
  const { environment, target } = deletion
  const selection = await compileSelection(environment, target, list)
  // The real server reads the list in pages, so a resourceVersion has the same meaning as in a list with a limit.
  const options = list.limit > 0 ? list : { ...list, limit: Infinity }
  const { stored, metadata } = await listStored({ environment, target, options }, selection)
  const { resource, version } = target
  const items = stored.map((item) => {
    const { object, bytes, hub } = viewOf(resource, version, item)
    return { object, ...(bytes && { bytes }), ...(hub && { hub }) }
  })
  const remove = async ({ key, object }: Stored, admitted?: () => void): Promise<void> => {
    // An object that a webhook has renamed keeps its key, so the real server does not find it.
    const name = object.metadata?.name ?? ''
    const one = { ...deletion, target: { ...target, namespace: key.namespace, name } }
    try {
      // reference/webhooks.md 2: admission sees no name.
      await deleteOne(one, { name: '', ...(admitted && { admitted }) })
    } catch (error) {
      // Another request has deleted the object.
      if (!(error instanceof StatusError) || error.code !== 404) throw error
    }
  }
  // A shared store commits concurrent writes in any order; watchers must see the order of the list.
  if (environment.store.catchUp !== undefined) for (const one of stored) await remove(one)
  else await removeAdmitted(stored, remove)
  return { metadata, items }
}

/** Admits the deletions one after the other, and stores them together. */
async function removeAdmitted(
  stored: readonly Stored[],
  remove: (one: Stored, admitted: () => void) => Promise<void>,
): Promise<void> {
  const removals: Promise<void>[] = []
  try {
    for (const one of stored) {
      await new Promise<void>((admitted, refused) => {
        const removal = remove(one, admitted)
        removals.push(removal)
        removal.then(admitted, refused)
      })
    }
  } finally {
    await Promise.allSettled(removals)
  }
  await Promise.all(removals)
}
