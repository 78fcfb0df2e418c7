import type { WebKey } from '../../api/web-key.ts'
import { RevisionMismatch, type Store } from '../../store/store.ts'
import { generateKey } from '../json-web-token.ts'
import type { TokenKeys } from './account-tokens.ts'

/** Beside the cluster's objects, and no resource that a client could ask for. */
const PLACE = { resource: 'tokenkeys', namespace: '', name: 'service-accounts' }

/** The pair of a cluster whose host gives it none: made once, and kept with the cluster. */
export async function keptKeys(store: Store): Promise<TokenKeys> {
  const kept = store.get(PLACE)?.object['key']
  if (typeof kept === 'string') return { signing: JSON.parse(kept) as WebKey, verifying: [] }
  const signing = await generateKey()
  try {
    await store.put(PLACE, { metadata: { name: PLACE.name, creationTimestamp: null }, key: JSON.stringify(signing) }, 0)
    return { signing, verifying: [] }
  } catch (error) {
    // Somebody else was faster; theirs is the pair.
    if (error instanceof RevisionMismatch) return keptKeys(store)
    throw error
  }
}
