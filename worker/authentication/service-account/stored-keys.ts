import { storedValue } from '../../store/stored-value.ts'
import type { Store } from '../../store/store.ts'
import { generateKey } from '../json-web-token.ts'
import type { TokenKeys } from './account-tokens.ts'

const PLACE = { resource: 'tokenkeys', name: 'service-accounts', field: 'key' }

/** The key pair of a cluster whose host passes none: generated once, and stored in the cluster. */
export async function storedKeys(store: Store): Promise<TokenKeys> {
  return { signing: await storedValue(store, PLACE, generateKey), verifying: [] }
}
