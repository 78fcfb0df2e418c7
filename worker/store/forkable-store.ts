import type { ResourceTrees } from './resource-trees.ts'
import type { Store } from './store.ts'

/** A store whose state can be the initial state of another store in the same process. */
export interface ForkableStore extends Store {
  /** The newest state, for one new store. The copy has an entry for each resource and namespace; the objects are shared. */
  content(): StoreContent
}

/** The state of a store at one revision. */
export interface StoreContent {
  readonly revision: number
  /** Owned by the new store, which may change them. */
  readonly trees: ResourceTrees
}
