import type { Cause } from '../../worker/store/store.ts'

/**
 * How a cluster lies in etcd: `PREFIX/apps/deployments/default/web` holds an object as JSON, and `PREFIX/head` what was
 * written last. Every write puts the head in its own transaction; so the head's revision is that of the newest object,
 * whatever else changes in etcd, and a watch of the prefix is told who made each change.
 */
export interface KeySpace {
  readonly head: Buffer
  /** The range of all keys of the cluster. */
  readonly start: string
  readonly end: string
  keyOf(logKey: string): Buffer
  /** Of all objects of a resource. */
  rangeOf(resource: string): { readonly key: Buffer; readonly rangeEnd: Buffer }
  /** Undefined for the head, and for keys that are not of this form. */
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

/** What the newest write says of itself. */
export interface Head {
  /** Of everything that is stored. */
  readonly form: number
  /** Of one attempt to write: no two have the same. */
  readonly write: string
  readonly cause?: Cause
}

/** A new form comes with a step in `EtcdLog.open`. */
const CURRENT_FORM = 1

export const headOf = (write: string, cause: Cause | undefined): Buffer =>
  Buffer.from(JSON.stringify({ form: CURRENT_FORM, write, cause } satisfies Head))

/** @throws Error where what is stored is of a later version of this server, or of another program. */
export function readHead(value: Buffer): Head {
  const head = JSON.parse(value.toString()) as Head
  if (head.form > CURRENT_FORM) throw new Error('What lies in etcd was written by a newer version of this server.')
  return head
}
