import { storedValue } from '../store/stored-value.ts'
import type { Store } from '../store/store.ts'
import type { AuthorityFiles } from './authority.ts'

const PLACE = { resource: 'certificateauthorities', name: 'cluster', field: 'files' }

/** The authority of a cluster whose host provides none: created once and stored with the cluster. */
export const storedAuthority = (store: Store, make: () => Promise<AuthorityFiles>): Promise<AuthorityFiles> =>
  storedValue(store, PLACE, make)
