import type { Cause } from '../../worker/store/store.ts'
import { firstLayout, layoutLikeKube, type Layout, type ResourcePaths } from './key-layout.ts'

/**
 * The keys of a cluster in etcd: `PREFIX/deployments/default/web` holds an object as JSON, and `PREFIX/head` describes the last
 * write. Every write includes the head in its transaction. So the head has the revision of the newest object, independent of
 * other keys in etcd, and a watch of the prefix receives the origin of each change.
 */
export interface KeySpace {
  /** The version of the stored format, which decides the layout of the keys. */
  readonly form: number
  readonly head: Buffer
  /** The range of all keys of the cluster. */
  readonly start: string
  readonly end: string
  keyOf(logKey: string): Buffer
  /** The range of all objects of a resource. */
  rangeOf(resource: string): { readonly key: Buffer; readonly rangeEnd: Buffer }
  /** The key in the log; undefined for the head and for foreign keys. */
  logKeyOf(key: Buffer): string | undefined
  isHead(key: Buffer): boolean
  /** The keys of the same prefix in another form. */
  inForm(form: number): KeySpace
}

/** The layouts by form. A cluster keeps the form in which it was created. */
const LAYOUTS: ReadonlyMap<number, (paths: ResourcePaths) => Layout> = new Map([
  [1, firstLayout],
  [2, layoutLikeKube],
])
const CURRENT_FORM = 2

/** The keys of a new cluster. */
export const keySpace = (prefix: string, paths: ResourcePaths): KeySpace =>
  keysIn(CURRENT_FORM, `/${prefix.replace(/^\/+|\/+$/g, '')}`, paths)

function keysIn(form: number, root: string, paths: ResourcePaths): KeySpace {
  const layout = LAYOUTS.get(form)?.(paths)
  if (layout === undefined) throw new Error('A newer version of this server wrote the keys in etcd.')
  const start = `${root}/`
  const head = Buffer.from(`${start}head`)
  return {
    form,
    head,
    start,
    // '0' follows '/'.
    end: `${root}0`,
    keyOf: (logKey) => Buffer.from(start + layout.placeOf(logKey)),
    rangeOf(resource) {
      const path = start + layout.pathOf(resource)
      return { key: Buffer.from(`${path}/`), rangeEnd: Buffer.from(`${path}0`) }
    },
    logKeyOf: (key) => layout.logKeyAt(key.toString().slice(start.length)),
    isHead: (key) => key.equals(head),
    inForm: (other) => keysIn(other, root, paths),
  }
}

/** The description of the newest write. */
export interface Head {
  /** The version of the stored format. */
  readonly form: number
  /** The unique id of one attempt to write. */
  readonly write: string
  readonly cause?: Cause
}

export const headOf = (form: number, write: string, cause: Cause | undefined): Buffer =>
  Buffer.from(JSON.stringify({ form, write, cause } satisfies Head))

/** @throws Error when a later version of this server or another program wrote the head */
export function readHead(value: Buffer): Head {
  const head = JSON.parse(value.toString()) as Head
  if (head.form > CURRENT_FORM) throw new Error('A newer version of this server wrote the keys in etcd.')
  return head
}
