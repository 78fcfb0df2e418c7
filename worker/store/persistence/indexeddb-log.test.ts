import { describe, expect, it } from 'vitest'
import { StorageFailed, StorageFull } from '../store.ts'
import { indexedDbLog } from './indexeddb-log.ts'
import { describeLog } from './log-contract.ts'
import type { LogRecord } from './log.ts'
import type { OpenRecordDatabase } from './record-database.ts'
import { ForeignWriter } from './record-database.ts'

interface FakeDatabase {
  revision: number
  failure: Error | undefined
  lose(why: string): void
  readonly open: OpenRecordDatabase
}

/** The operations of the database without a browser. */
function fakeDatabase(): FakeDatabase {
  const records = new Map<string, LogRecord>()
  const fake: FakeDatabase = {
    revision: 1,
    failure: undefined,
    lose: () => undefined,
    open(_name, lost) {
      fake.lose = lost
      return Promise.resolve({
        read: () => Promise.resolve({ revision: fake.revision, records: [...records.values()] }),
        write(from, to, changed) {
          if (fake.failure !== undefined) return Promise.reject(fake.failure)
          if (from !== fake.revision) return Promise.reject(new ForeignWriter('another writer'))
          for (const record of changed)
            if (record.value === undefined) records.delete(record.key)
            else records.set(record.key, record)
          fake.revision = to
          return Promise.resolve()
        },
        close: () => undefined,
      })
    },
  }
  return fake
}

const change = { key: 'core/pods/x/a', value: new Uint8Array([123, 125]), expected: 0 }

async function opened() {
  const database = fakeDatabase()
  const log = indexedDbLog('cluster', database.open)
  await log.open()
  return { database, log }
}

describeLog('IndexedDB', () => {
  const database = fakeDatabase()
  return { log: () => indexedDbLog('cluster', database.open), isDurable: true }
})

describe('the IndexedDB log', () => {
  it('says when there is no room, changes nothing and goes on', async () => {
    const { database, log } = await opened()
    database.failure = new DOMException('full', 'QuotaExceededError')
    await expect(log.commit([change])).rejects.toThrow(StorageFull)
    database.failure = undefined
    expect(await log.commit([change])).toBe(2)
  })

  it('names the cause of any other failure', async () => {
    const { database, log } = await opened()
    database.failure = new DOMException('gone', 'UnknownError')
    await expect(log.commit([change])).rejects.toThrow(
      new StorageFailed('the database cluster refused the write: UnknownError: gone'),
    )
  })

  it('fails where another writer moved the revision', async () => {
    const { database, log } = await opened()
    database.revision = 5
    await expect(log.commit([change])).rejects.toThrow(StorageFailed)
    expect(database.revision).toBe(5)
  })

  it('fails every commit once the database is lost, and before it is open', async () => {
    const { database, log } = await opened()
    database.lose('the database cluster was deleted by another tab; reload this one')
    await expect(log.commit([change])).rejects.toThrow('deleted by another tab')
    await expect(indexedDbLog('cluster', database.open).commit([change])).rejects.toThrow('not open')
  })
})
