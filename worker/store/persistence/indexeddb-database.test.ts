import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openDB } from 'idb'
import { packBatches, unpackBatch } from './batch.ts'
import { ForeignWriter } from './batch-database.ts'
import { openBatchDatabase } from './indexeddb-database.ts'

const utf8 = new TextEncoder()
const record = (name: string, revision: number) => ({
  key: `core/pods/x/${name}`,
  revision,
  value: utf8.encode(`value of ${name}`),
})
const row = (name: string, revision: number) => packBatches([record(name, revision)], revision, revision)
const never = (why: string): never => {
  throw new Error(`lost: ${why}`)
}

/** `a at 2: value of a` of each stored record. */
async function contents(): Promise<string[]> {
  const database = await openBatchDatabase('cluster', never)
  const { rows } = await database.read()
  database.close()
  return rows
    .flatMap((one) => unpackBatch(one)?.records ?? [])
    .map(({ key, revision, value }) => `${key.split('/').at(-1)} at ${revision}: ${new TextDecoder().decode(value)}`)
}

// Each test begins like a browser that has no data of this site.
beforeEach(() => void (globalThis.indexedDB = new IDBFactory()))

describe('the database of a cluster', () => {
  it('has every record of version 1 and the revision of version 1 after an upgrade, one row for each record', async () => {
    const old = await openDB('cluster', 1, {
      upgrade(created) {
        created.createObjectStore('records')
        created.createObjectStore('meta')
      },
    })
    for (const one of [record('b', 7), record('a', 2)]) await old.put('records', one, one.key)
    await old.put('meta', 9, 'revision')
    old.close()
    expect(await contents()).toEqual(['a at 2: value of a', 'b at 7: value of b'])
    const database = await openBatchDatabase('cluster', never)
    expect((await database.read()).revision).toBe(9)
    await database.append(9, 10, row('c', 10))
    database.close()
    expect(await contents()).toHaveLength(3)
  })

  it('is empty after an upgrade of a version 1 that was never written', async () => {
    const old = await openDB('cluster', 1, {
      upgrade(created) {
        created.createObjectStore('records')
        created.createObjectStore('meta')
      },
    })
    old.close()
    const database = await openBatchDatabase('cluster', never)
    expect(await database.read()).toEqual({ revision: undefined, rows: [] })
    database.close()
  })

  it('is not opened when a newer version of the app wrote it', async () => {
    const newer = await openDB('cluster', 3)
    newer.close()
    await expect(openBatchDatabase('cluster', never)).rejects.toThrow(
      'was written by a newer version of this app; reload to get that version',
    )
  })

  it('is not opened while another tab has an older version open, and is closed when the late open succeeds', async () => {
    const old = await openDB('cluster', 1, {
      upgrade(created) {
        created.createObjectStore('records')
        created.createObjectStore('meta')
      },
    })
    await expect(openBatchDatabase('cluster', never)).rejects.toThrow(
      'is open in another tab with an older version; close that tab',
    )
    old.close()
    // A connection of the late open would block the deletion.
    await expect.poll(async () => (await indexedDB.databases()).map(({ version }) => version)).toEqual([2])
    await deleted('cluster')
  })

  it('reports once that its data were deleted while it was open, and refuses what is written afterwards', async () => {
    const lost = vi.fn()
    const database = await openBatchDatabase('cluster', lost)
    await database.append(1, 2, row('a', 2))
    await deleted('cluster')
    expect(lost.mock.calls).toEqual([[expect.stringContaining('the stored data of this cluster were deleted')]])
    await expect(database.append(2, 3, row('b', 3))).rejects.toThrow()
    expect(await contents()).toEqual([])
  })

  it('gives way to a newer version in another tab, and says so', async () => {
    const lost = vi.fn()
    await openBatchDatabase('cluster', lost)
    const newer = await openDB('cluster', 3)
    newer.close()
    expect(lost.mock.calls).toEqual([[expect.stringContaining('is being upgraded by another tab; reload this one')]])
  })

  it('writes nothing when another writer moved the revision', async () => {
    const [first, second] = [await openBatchDatabase('cluster', never), await openBatchDatabase('cluster', never)]
    await first.append(1, 2, row('a', 2))
    await expect(second.append(1, 2, row('b', 2))).rejects.toThrow(ForeignWriter)
    await expect(second.replace({ first: 2, last: 2 }, row('b', 2), [1, 1])).rejects.toThrow(ForeignWriter)
    for (const database of [first, second]) database.close()
    expect(await contents()).toEqual(['a at 2: value of a'])
  })
})

function deleted(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(name)
    deleting.onsuccess = () => resolve()
    deleting.onerror = () => reject(deleting.error ?? new Error('the deletion failed'))
  })
}
