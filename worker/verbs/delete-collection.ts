import { StatusError } from '../api/status.ts'
import type { Stored } from '../store/store.ts'
import { deleteOne, warnOfDefaults } from './delete.ts'
import type { Environment } from './environment.ts'
import { listStored } from './list.ts'
import { viewOf } from './object-form.ts'
import { compileSelection } from './selection.ts'
import type { Caller, DeleteOptions, ListOptions, ListResult, Target } from './verbs.ts'

/**
 * Deletes what the list names, each as a request of its own would; answers the objects as they were. The first that is
 * refused ends it: those behind it stay.
 */
export async function deleteCollection(
  environment: Environment,
  target: Target,
  caller: Caller,
  list: ListOptions,
  options: DeleteOptions,
): Promise<ListResult> {
  warnOfDefaults(target, caller, options)
  const selection = compileSelection(target, list)
  const { stored, metadata } = await listStored(environment, target, list, selection)
  const { resource, version } = target
  const items = stored.map((item) => {
    const { object, bytes, hub } = viewOf(resource, version, item)
    return { object, ...(bytes && { bytes }), ...(hub && { hub }) }
  })
  const remove = async ({ key }: Stored, admitted?: () => void): Promise<void> => {
    const one = { ...target, namespace: key.namespace, name: key.name }
    try {
      // reference/webhooks.md 2: nobody asked for an object by its name.
      await deleteOne(environment, one, caller, options, { name: '', ...(admitted && { admitted }) })
    } catch (error) {
      // Somebody else was faster: the object is gone, as asked.
      if (!(error instanceof StatusError) || error.code !== 404) throw error
    }
  }
  // What others write to as well takes what comes at once in any order; watchers see that of the list.
  if (environment.store.catchUp !== undefined) for (const one of stored) await remove(one)
  else await removeAdmitted(stored, remove)
  return { metadata, items }
}

/** One after the other until each is admitted; what is left to do is done together. */
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
