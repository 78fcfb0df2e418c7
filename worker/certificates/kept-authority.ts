import { RevisionMismatch, type Store } from '../store/store.ts'
import type { AuthorityFiles } from './authority.ts'

/** Beside the cluster's objects, and no resource that a client could ask for. */
const PLACE = { resource: 'certificateauthorities', namespace: '', name: 'cluster' }

/** The authority of a cluster whose host gives it none: made once, and kept with the cluster. */
export async function keptAuthority(store: Store, make: () => Promise<AuthorityFiles>): Promise<AuthorityFiles> {
  const kept = store.get(PLACE)?.object['files']
  if (typeof kept === 'string') return JSON.parse(kept) as AuthorityFiles
  const files = await make()
  const { name } = PLACE
  try {
    await store.put(PLACE, { metadata: { name, creationTimestamp: null }, files: JSON.stringify(files) }, 0)
    return files
  } catch (error) {
    // Somebody else was faster; theirs is the authority.
    if (error instanceof RevisionMismatch) return keptAuthority(store, make)
    throw error
  }
}
