import { virtualClock } from '../../clock/virtual-clock.ts'
import type { VirtualClock } from '../../clock/virtual-clock.ts'
import type { OpenBatchDatabase } from './batch-database.ts'
import { ForeignWriter } from './batch-database.ts'
import { indexedDbLog } from './indexeddb-log.ts'
import type { Log } from './log.ts'
import type { WholeFile } from './second-copy.ts'
import { fileCopy } from './second-copy.ts'

/** An in-memory implementation of the operations on the database. */
interface FakeDatabase {
  revision: number | undefined
  readonly rows: Map<number, unknown>
  failure: Error | undefined
  lose(why: string): void
  readonly open: OpenBatchDatabase
}

function fakeDatabase(): FakeDatabase {
  const rows = new Map<number, unknown>()
  const within = (first: number, last: number): number[] =>
    [...rows.keys()].filter((key) => key >= first && key <= last).sort((a, b) => a - b)
  const fake: FakeDatabase = {
    revision: undefined,
    rows,
    failure: undefined,
    lose: () => undefined,
    open(_name, lost) {
      fake.lose = lost
      const check = (from: number, to: number): void => {
        if (fake.failure !== undefined) throw fake.failure
        const stored = fake.revision ?? 1
        if (stored < from || stored > to) throw new ForeignWriter('another writer')
      }
      return Promise.resolve({
        read: () =>
          Promise.resolve({ revision: fake.revision, rows: within(-Infinity, Infinity).map((key) => rows.get(key)) }),
        readRange: (first, last) => Promise.resolve(within(first, last).map((key) => rows.get(key))),
        async append(from, to, batches) {
          check(from, from)
          for (const { first, bytes } of batches) rows.set(first, bytes)
          fake.revision = to
        },
        async replace({ first, last }, batches, [from, to]) {
          check(from, to)
          for (const key of within(first, last)) rows.delete(key)
          for (const batch of batches) rows.set(batch.first, batch.bytes)
        },
        async restore(to, batches) {
          rows.clear()
          for (const { first, bytes } of batches) rows.set(first, bytes)
          fake.revision = to
        },
        close: () => undefined,
      })
    },
  }
  return fake
}

function fakeFile(): WholeFile & { bytes: Uint8Array | undefined } {
  return {
    bytes: undefined,
    read() {
      return Promise.resolve(this.bytes)
    },
    async write(parts) {
      this.bytes = new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer())
    },
  }
}

interface FakeStorage {
  readonly database: FakeDatabase
  readonly file: ReturnType<typeof fakeFile>
  readonly clock: VirtualClock
  readonly reported: unknown[]
  log(lost?: (why: string) => void): Log
}

/** A database, its second copy, and logs over both. */
export function fakeStorage(): FakeStorage {
  const database = fakeDatabase()
  const file = fakeFile()
  const clock = virtualClock()
  const reported: unknown[] = []
  const report = (error: unknown): void => void reported.push(error)
  const log = (lost?: (why: string) => void): Log =>
    indexedDbLog('cluster', { clock, copy: fileCopy(file), openDatabase: database.open, report, ...(lost && { lost }) })
  return { database, file, clock, reported, log }
}
