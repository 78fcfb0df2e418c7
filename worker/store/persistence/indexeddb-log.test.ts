import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StorageFailed, StorageFull } from '../store.ts'
import { unpackBatch } from './batch.ts'
import { describeLog } from './log-contract.ts'
import { fakeStorage } from './log-fixtures.ts'
import type { LogState } from './log.ts'
import { nextTask } from '../../runtime/next-task.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const change = { key: 'core/pods/x/a', value: bytes('{}'), expected: 0 }
const request = (requestId: string) => ({ requestId, user: 'somebody', verb: 'update' })
const put = (name: string, text: string) => ({ key: `core/pods/x/${name}`, value: bytes(text), expected: 0 })

async function opened() {
  const storage = fakeStorage()
  const log = storage.log()
  await log.open()
  return { ...storage, log }
}

/** Waits until the second copy is written, some seconds after a write. */
async function copied({ clock, file }: ReturnType<typeof fakeStorage>): Promise<void> {
  const before = file.bytes
  clock.advance(3000)
  await expect.poll(() => file.bytes !== before).toBe(true)
}

const contents = ({ records }: LogState) =>
  Object.fromEntries(
    records.map(({ key, value }) => [key.slice('core/pods/x/'.length), new TextDecoder().decode(value)]),
  )

describeLog('IndexedDB', () => {
  const storage = fakeStorage()
  return { log: () => storage.log(), isDurable: true }
})

describe('the IndexedDB log', () => {
  it('refuses a commit when storage is full, changes nothing and accepts the next one', async () => {
    const { database, log } = await opened()
    database.failure = new DOMException('full', 'QuotaExceededError')
    await expect(log.commit([change])).rejects.toThrow(StorageFull)
    database.failure = undefined
    expect(await log.commit([change])).toBe(2)
  })

  it('reports the cause of any other failure', async () => {
    const { database, log } = await opened()
    database.failure = new DOMException('gone', 'UnknownError')
    await expect(log.commit([change])).rejects.toThrow(
      new StorageFailed('the database cluster refused the write: UnknownError: gone'),
    )
  })

  it('fails when another writer moved the revision', async () => {
    const { database, log } = await opened()
    database.revision = 5
    await expect(log.commit([change])).rejects.toThrow(StorageFailed)
    expect(database.revision).toBe(5)
  })

  it('fails every commit once the database is lost, and before it is open', async () => {
    const { database, log } = await opened()
    database.lose('the database cluster was deleted by another tab; reload this one')
    await expect(log.commit([change])).rejects.toThrow('deleted by another tab')
    await expect(fakeStorage().log().commit([change])).rejects.toThrow('not open')
  })

  it('reports the loss of the database at once, and writes no second copy afterwards', async () => {
    const storage = fakeStorage()
    const losses: string[] = []
    const log = storage.log((why) => losses.push(why))
    await log.open()
    await log.commit([change])
    storage.database.lose('deleted')
    expect(losses).toEqual(['deleted'])
    storage.clock.advance(60_000)
    await expect(log.commit([change])).rejects.toThrow('deleted')
    expect(storage.reported).toEqual([])
  })

  it('reports the outcome of the newest writes after it is opened again', async () => {
    const storage = fakeStorage()
    const log = storage.log()
    await log.open()
    await log.commit([{ ...put('a', '1'), cause: request('w1') }])
    await log.commit([
      { ...put('a', '2'), expected: 2, cause: request('w2') },
      { key: 'core/pods/x/b', value: undefined, expected: 0, cause: request('w2') },
    ])
    await log.close()
    const { writes } = await storage.log().open()
    expect(writes).toEqual(
      new Map([
        ['w1', [{ key: 'core/pods/x/a', revision: 2, effect: 'created' }]],
        [
          'w2',
          [
            { key: 'core/pods/x/a', revision: 3, effect: 'updated' },
            { key: 'core/pods/x/b', revision: 4, effect: 'removed' },
          ],
        ],
      ]),
    )
  })

  it('keeps few rows and few superseded records after many writes', async () => {
    const storage = fakeStorage()
    const log = storage.log()
    await log.open()
    for (let i = 0; i < 3000; i++) {
      await log.commit([put(`hot-${i % 3}`, 'x'.repeat(3000)), put(`kept-${i % 500}`, `${i}`)])
      // A real commit takes turns of the event loop, in which the background work proceeds.
      await nextTask()
    }
    const settled = async () => {
      await log.commit([put('kept-0', 'last')])
      const rows = [...storage.database.rows.values()]
      return { rows: rows.length, bytes: rows.reduce<number>((sum, row) => sum + (row as Uint8Array).length, 0) }
    }
    // 18 MB were written; 3 × 3,000 bytes and 500 small records of them are live.
    await expect.poll(async () => (await settled()).rows).toBeLessThan(200)
    expect((await settled()).bytes).toBeLessThan(4_500_000)
    await log.close()
    const { records } = await storage.log().open()
    expect([records.length, storage.reported]).toEqual([503, []])
  })

  it('opens with the state that was written, for any order of writes, removals and restarts', async () => {
    const write = fc.record({
      name: fc.nat({ max: 30 }),
      size: fc.constantFrom(0, 1, 9000, 60_000),
      many: fc.nat({ max: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(write, { freq: 60 }), { minLength: 50, maxLength: 400 }), async (history) => {
        const storage = fakeStorage()
        const model = new Map<string, number>()
        let log = storage.log()
        await log.open()
        for (const step of history) {
          if (step === null) {
            await log.close()
            log = storage.log()
            const state = await log.open()
            expect(state.notice).toBeUndefined()
            expect(new Map(state.records.map(({ key, value }) => [key, value?.length]))).toEqual(model)
            continue
          }
          const keys = Array.from({ length: step.many + 1 }, (_, i) => `core/pods/x/${step.name + i}`)
          const value = step.size === 0 ? undefined : new Uint8Array(step.size)
          await log.commit(keys.map((key) => ({ key, value, expected: 0 })))
          for (const key of keys)
            if (value === undefined) model.delete(key)
            else model.set(key, step.size)
        }
        await log.close()
        const { records, revision } = await storage.log().open()
        expect([new Map(records.map(({ key, value }) => [key, value?.length])), revision]).toEqual([
          model,
          storage.database.revision ?? 1,
        ])
        expect(storage.reported).toEqual([])
      }),
      { numRuns: 40, seed: 7 },
    )
  })
})

describe('a damaged database', () => {
  async function written() {
    const storage = fakeStorage()
    const log = storage.log()
    await log.open()
    await log.commit([put('a', 'old'), put('b', 'old')])
    await copied(storage)
    await log.commit([put('b', 'new')])
    await log.commit([put('c', 'new')])
    await log.close()
    return storage
  }
  const hurt = (row: unknown): Uint8Array => {
    const copy = (row as Uint8Array).slice()
    copy[copy.length - 5]! ^= 1
    return copy
  }

  it('is restored from the second copy with a notice when it came back empty', async () => {
    const storage = await written()
    storage.database.rows.clear()
    storage.database.revision = undefined
    const state = await storage.log().open()
    expect(contents(state)).toEqual({ a: 'old', b: 'old' })
    expect(state.notice).toBe(
      'The browser lost the database of this cluster. 2 objects were restored from the second copy of 2024-05-01T10:00:03.000Z; what was written after it is lost.',
    )
    // Revisions that a client may have seen are not used again.
    expect(state.revision).toBeGreaterThan(5)
    const again = await storage.log().open()
    expect([contents(again), again.notice]).toEqual([contents(state), undefined])
  })

  it('keeps its undamaged rows and takes the others from the copy', async () => {
    const storage = await written()
    storage.database.rows.set(2, hurt(storage.database.rows.get(2)))
    const state = await storage.log().open()
    expect(contents(state)).toEqual({ a: 'old', b: 'new', c: 'new' })
    expect(state.notice).toMatch(
      /^The database of this cluster was damaged: 2 objects in it were whole, 1 were restored/,
    )
  })

  it.each([
    ['its newest row', (rows: Map<number, unknown>) => rows.delete(5)],
    ['a row in the middle', (rows: Map<number, unknown>) => rows.delete(4)],
    ['the form of a row', (rows: Map<number, unknown>) => rows.set(4, 'nonsense')],
  ])('is detected after the loss of %s', async (_what, damage) => {
    const storage = await written()
    damage(storage.database.rows)
    storage.file.bytes = undefined
    const state = await storage.log().open()
    expect(state.notice).toMatch(
      /There is no second copy, so other objects may be lost or restored to an older state\.$/,
    )
    expect(contents(state)).toMatchObject({ a: 'old' })
    const log = storage.log()
    const { revision, notice } = await log.open()
    expect([notice, await log.commit([put('d', 'more')])]).toEqual([undefined, revision + 1])
  })

  it('is opened when the copy is damaged too, or was cut short', async () => {
    const storage = await written()
    storage.database.rows.set(2, hurt(storage.database.rows.get(2)))
    storage.file.bytes = storage.file.bytes?.slice(0, -3)
    expect(contents(await storage.log().open())).toEqual({ b: 'new', c: 'new' })
  })

  it('is not copied, and unreadable rows stay unchanged', async () => {
    const storage = fakeStorage()
    const log = storage.log()
    await log.open()
    for (let i = 0; i < 100; i++) await log.commit([put(`p${i}`, 'x')])
    await copied(storage)
    const before = storage.file.bytes
    storage.database.rows.set(20, hurt(storage.database.rows.get(20)))
    for (let i = 0; i < 100; i++) await log.commit([put(`q${i}`, 'x')])
    storage.clock.advance(3000)
    await expect
      .poll(() => storage.reported.map(String))
      .toEqual([expect.stringContaining('stored rows are damaged'), expect.stringContaining('its copy stays')])
    expect([storage.file.bytes, unpackBatch(storage.database.rows.get(21))?.first]).toEqual([before, 21])
    await log.close()
    expect((await storage.log().open()).records.length).toBe(200)
  })
})
