import type { ApiObject } from '../api/object.ts'
import type { FollowedRecord, Log, LogChange, LogFollower, LogState, SharedLog } from './persistence/log.ts'
import { memoryLog } from './persistence/memory-log.ts'
import type { Key } from './store.ts'
import { DecodedObjects } from './decoded-objects.ts'
import type { Encoding, RevisionContext } from './stored-revision.ts'

export const pods = 'core/pods'

export function podKey(name: string, namespace = 'default'): Key {
  return { resource: pods, namespace, name }
}

export function pod(name: string, spec: string, namespace = 'default'): ApiObject {
  const metadata = { name, namespace, uid: `uid-${name}`, creationTimestamp: '2024-05-01T10:00:00Z' }
  return { kind: 'Pod', apiVersion: 'v1', metadata, spec: { text: spec } }
}

export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** Encodes with `JSON.stringify`; enough for objects without integers beyond 2^53. */
export const plainEncoding: Encoding = {
  encode(object) {
    const { name, namespace, uid, resourceVersion: _, ...rest } = object.metadata ?? {}
    const marked = JSON.stringify({ ...object, metadata: { name, namespace, uid, resourceVersion: '@', ...rest } })
    const [before = '', after = ''] = marked.split('"resourceVersion":"@",')
    return { before, after }
  },
  decode: (bytes) => JSON.parse(textOf(bytes)) as ApiObject,
}

/** The context of revisions that belong to no store. At most `objects` revisions hold a decoded object. */
export const revisionContext = (objects = 100): RevisionContext => ({
  ...plainEncoding,
  decoded: new DecodedObjects(objects),
})

/** The bytes that a log stores for an object. */
export function valueOf(object: ApiObject): Uint8Array {
  const { before, after } = plainEncoding.encode(object)
  return new TextEncoder().encode(before + after)
}

interface HeldLog extends Log {
  /** The requested commits that have not settled, oldest first. */
  readonly held: { readonly changes: readonly LogChange[]; pass(): void; fail(error: Error): void }[]
}

/** A log whose commits wait until the test lets them pass or fail. */
export function heldLog(): HeldLog {
  const log = memoryLog()
  const held: HeldLog['held'] = []
  return {
    ...log,
    held,
    commit: (changes) =>
      new Promise((resolve, reject) => {
        const pass = () => {
          held.shift()
          resolve(log.commit(changes))
        }
        const fail = (error: Error) => {
          held.shift()
          reject(error)
        }
        held.push({ changes, pass, fail })
      }),
  }
}

interface ManualSharedLog extends SharedLog {
  /** The pending writes, oldest first. */
  readonly writes: { readonly change: LogChange; resolve(): void; reject(error: Error): void }[]
  report(...records: FollowedRecord[]): void
  reset(state: LogState): void
}

/** A log with many writers. The test reports their changes and settles the store's own writes. */
export function manualSharedLog(): ManualSharedLog {
  const writes: ManualSharedLog['writes'] = []
  let follower: LogFollower | undefined
  return {
    writes,
    open: () => Promise.resolve({ revision: 1, records: [] }),
    follow: (given) => void (follower = given),
    write: (change) => new Promise((resolve, reject) => writes.push({ change, resolve, reject })),
    catchUp: () => Promise.resolve(),
    close: () => Promise.resolve(),
    report: (...records) => follower?.changed(records),
    reset: (state) => follower?.reset(state),
  }
}
