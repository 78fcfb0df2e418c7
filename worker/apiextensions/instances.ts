import { nextInt64 } from '../api/int64.ts'
import { formatTime } from '../clock/clock.ts'
import { RevisionMismatch, type Key } from '../store/store.ts'
import type { ExtensionsEnvironment } from './extensions-environment.ts'

/**
 * Deletes the objects of a terminating definition. Objects with finalizers receive a deletionTimestamp and remain until
 * their finalizers are removed.
 */
export async function deleteInstances(environment: ExtensionsEnvironment, storage: string): Promise<void> {
  const keys = [...environment.store.snapshot(storage).entries()].map(({ key }) => key)
  await Promise.all(keys.map((key) => deleteInstance(environment, key)))
}

async function deleteInstance({ store, clock }: ExtensionsEnvironment, key: Key): Promise<void> {
  for (;;) {
    const stored = store.get(key)
    if (stored === undefined) return
    const { metadata = {} } = stored.object
    const isHeld = (metadata.finalizers ?? []).length > 0
    if (isHeld && metadata.deletionTimestamp !== undefined) return
    try {
      if (!isHeld) await store.remove(key, stored.revision)
      else {
        const marked = {
          ...metadata,
          deletionGracePeriodSeconds: 0,
          deletionTimestamp: formatTime(clock.now()),
          generation: nextInt64(metadata.generation ?? 0),
        }
        const sorted = Object.fromEntries(Object.entries(marked).sort(([a], [b]) => (a < b ? -1 : 1)))
        await store.put(key, { ...stored.object, metadata: sorted }, stored.revision)
      }
      return
    } catch (error) {
      if (!(error instanceof RevisionMismatch)) throw error
    }
  }
}
