import { keptValue } from '../../store/kept-value.ts'
import type { Store } from '../../store/store.ts'
import { generateKey } from '../json-web-token.ts'
import type { TokenKeys } from './account-tokens.ts'

const PLACE = { resource: 'tokenkeys', name: 'service-accounts', field: 'key' }

/** The key pair of a cluster whose host passes none: generated once, and stored in the cluster. */
export async function keptKeys(store: Store): Promise<TokenKeys> {
  return { signing: await keptValue(store, PLACE, generateKey), verifying: [] }
}
