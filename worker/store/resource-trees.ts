import { ResourceTree } from './resource-tree.ts'

/** The newest state of every resource. */
export class ResourceTrees {
  readonly #trees: Map<string, ResourceTree>

  constructor(trees = new Map<string, ResourceTree>()) {
    this.#trees = trees
  }

  /** The tree of a resource; undefined before the first object of the resource. */
  get(resource: string): ResourceTree | undefined {
    return this.#trees.get(resource)
  }

  of(resource: string): ResourceTree {
    const tree = this.#trees.get(resource) ?? new ResourceTree()
    this.#trees.set(resource, tree)
    return tree
  }

  /**
   * The same state, which later changes do not affect. The copy has an entry for each resource and namespace; the objects are
   * shared.
   */
  copy(): ResourceTrees {
    return new ResourceTrees(new Map(Array.from(this.#trees, ([resource, tree]) => [resource, tree.copy()])))
  }

  /** Drops the trees of revisions before `revision`. */
  compact(revision: number): void {
    for (const tree of this.#trees.values()) tree.compact(revision)
  }
}
