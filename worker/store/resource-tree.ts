import type BTree from 'sorted-btree'
import { EmptyBTree } from 'sorted-btree'
import type { Change, Range, Snapshot, Stored } from './store.ts'
import type { StoredRevision } from './stored-revision.ts'
import { toByteString } from '../runtime/bytes.ts'

/**
 * The newest state of one resource, in a sorted tree. Cloning the tree takes constant time: the clone shares the nodes, and a
 * later write copies the nodes on its path. The tree's keys are `namespace/name` (`name` in cluster scope) in bytewise order,
 * as in etcd: `a-b/x` sorts before `a/x`, and a namespace is one range.
 */
export class ResourceTree {
  /** A clone of the exported empty tree: Node and bundlers resolve the default export of this CommonJS package differently. */
  readonly #tree: BTree<string, StoredRevision>
  /** The same revisions by namespace and name: most reads have both, and a hash lookup is faster than a tree search. */
  readonly #named: Map<string, Map<string, StoredRevision>>
  /** The namespaces whose maps in `#named` belong to this tree alone; the other maps are shared with copies of the tree. */
  #owned = new Set<string>()
  /** Trees of older revisions, the most recently used last. The pages of a chunked list share one tree. */
  readonly #older = new Map<number, BTree<string, Stored>>()

  constructor(origin?: ResourceTree) {
    this.#tree = (origin === undefined ? EmptyBTree : origin.#tree).clone()
    this.#named = new Map(origin === undefined ? [] : origin.#named)
  }

  /**
   * A tree with the same objects, which later changes do not affect. The copy has an entry for each namespace; the objects are
   * shared.
   */
  copy(): ResourceTree {
    this.#owned = new Set()
    return new ResourceTree(this)
  }

  get(namespace: string, name: string): StoredRevision | undefined {
    return this.#named.get(namespace)?.get(name)
  }

  set(stored: StoredRevision): void {
    const { namespace, name } = stored.key
    this.#tree.set(place(namespace, name), stored)
    this.#ownNamed(namespace).set(name, stored)
  }

  delete(namespace: string, name: string): void {
    this.#tree.delete(place(namespace, name))
    if (this.get(namespace, name) === undefined) return
    const named = this.#ownNamed(namespace)
    named.delete(name)
    if (named.size === 0) this.#named.delete(namespace)
  }

  snapshot(revision: number): Snapshot {
    return new TreeSnapshot(revision, this.#tree.clone())
  }

  /**
   * The state at an older revision. The tree does not keep a root for each change: a root would need a copy of the changed
   * path, stay in memory as long as the history, and rarely be read. Instead, the later changes are undone on a clone.
   * @param newestFirst the changes of this resource after `revision`
   */
  snapshotBefore(newestFirst: Iterable<Change>, revision: number): Snapshot {
    const tree = this.#older.get(revision) ?? undo(this.#tree.clone(), newestFirst)
    this.#older.delete(revision)
    this.#older.set(revision, tree)
    for (const oldest of this.#older.keys()) {
      if (this.#older.size <= OLDER_TREES) break
      this.#older.delete(oldest)
    }
    return new TreeSnapshot(revision, tree)
  }

  /** The map of a namespace, for changes. A map that copies of the tree share is copied first. */
  #ownNamed(namespace: string): Map<string, StoredRevision> {
    const known = this.#named.get(namespace)
    if (known !== undefined && this.#owned.has(namespace)) return known
    const named = new Map(known)
    this.#named.set(namespace, named)
    this.#owned.add(namespace)
    return named
  }

  compact(revision: number): void {
    for (const older of this.#older.keys()) if (older < revision) this.#older.delete(older)
  }
}

const OLDER_TREES = 4

function undo(tree: BTree<string, Stored>, newestFirst: Iterable<Change>): BTree<string, Stored> {
  for (const { key, previous } of newestFirst) {
    if (previous === undefined) tree.delete(place(key.namespace, key.name))
    else tree.set(place(key.namespace, key.name), previous)
  }
  return tree
}

class TreeSnapshot implements Snapshot {
  readonly revision: number
  readonly #tree: BTree<string, Stored>

  constructor(revision: number, tree: BTree<string, Stored>) {
    this.revision = revision
    this.#tree = tree
  }

  get size(): number {
    return this.#tree.size
  }

  get(namespace: string, name: string): Stored | undefined {
    return this.#tree.get(place(namespace, name))
  }

  entries(range: Range = {}): Iterable<Stored> {
    const { low, high } = bounds(range)
    const values = this.#tree.values(low)
    return high === undefined ? values : first(this.count(range), values)
  }

  count(range: Range = {}): number {
    const { low, high } = bounds(range)
    const first = low ?? this.#tree.minKey()
    const last = high ?? this.#tree.maxKey()
    if (first === undefined || last === undefined || first > last) return 0
    return this.#tree.forRange(first, last, high === undefined)
  }
}

/** The range as tree keys: from `low`, up to but excluding `high`. */
function bounds({ namespace = '', after }: Range): { low: string | undefined; high: string | undefined } {
  const start = namespace === '' ? undefined : `${bytewise(namespace)}/`
  const next = after === undefined ? undefined : `${place(after.namespace, after.name)}\0`
  return {
    low: start === undefined || (next !== undefined && next > start) ? next : start,
    // '0' follows '/'.
    high: namespace === '' ? undefined : `${bytewise(namespace)}0`,
  }
}

function place(namespace: string, name: string): string {
  return bytewise(namespace === '' ? name : `${namespace}/${name}`)
}

/** The UTF-8 bytes as a string of one character for each byte, so comparing strings compares bytes. */
function bytewise(text: string): string {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 0x7f) return toByteString(utf8.encode(text))
  }
  return text
}

function* first<Item>(count: number, items: Iterable<Item>): Iterable<Item> {
  if (count === 0) return
  for (const item of items) {
    yield item
    if (--count === 0) return
  }
}

const utf8 = new TextEncoder()
