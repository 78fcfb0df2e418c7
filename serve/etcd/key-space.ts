import type { Cause } from '../../worker/store/store.ts'

/**
 * The keys of a cluster in etcd: `PREFIX/apps/deployments/default/web` holds an object as JSON, and `PREFIX/head`
 * describes the last write. Every write includes the head in its transaction. So the head has the revision of the newest
 * object, independent of other keys in etcd, and a watch of the prefix receives the origin of each change.
 */
export interface KeySpace {
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
}

export function keySpace(prefix: string): KeySpace {
  const root = `/${prefix.replace(/^\/+|\/+$/g, '')}`
  const start = `${root}/`
  const head = Buffer.from(`${start}head`)
  return {
    head,
    start,
    // '0' follows '/'.
    end: `${root}0`,
    keyOf: (logKey) => Buffer.from(start + logKey),
    rangeOf: (resource) => ({
      key: Buffer.from(`${start}${resource}/`),
      rangeEnd: Buffer.from(`${start}${resource}0`),
    }),
    logKeyOf(key) {
      const logKey = key.toString().slice(start.length)
      return /^.+\/[^/]*\/[^/]+$/.test(logKey) ? logKey : undefined
    },
    isHead: (key) => key.equals(head),
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

/** A new format needs a migration in `EtcdLog.open`. */
const CURRENT_FORM = 1

export const headOf = (write: string, cause: Cause | undefined): Buffer =>
  Buffer.from(JSON.stringify({ form: CURRENT_FORM, write, cause } satisfies Head))

/** @throws Error when a later version of this server or another program wrote the head */
export function readHead(value: Buffer): Head {
  const head = JSON.parse(value.toString()) as Head
  if (head.form > CURRENT_FORM) throw new Error('A newer version of this server wrote the keys in etcd.')
  return head
}
