import type { ResourceTrees } from './resource-trees.ts'
import type { Store } from './store.ts'

/** A store whose state another store of the process can begin with. */
export interface ForkableStore extends Store {
  /** The newest state, for one new store. It costs an entry for each resource and namespace, and none for objects. */
  content(): StoreContent
}

/** The state of a store at one revision. */
export interface StoreContent {
  readonly revision: number
  /** Owned by the store that begins with them, which may change them. */
  readonly trees: ResourceTrees
}
