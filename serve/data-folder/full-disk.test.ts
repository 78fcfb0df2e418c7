import { expect, it } from 'vitest'
import { dice } from '../../tests/fuzz/dice.ts'
import { FaultyDisk } from '../../tests/data-folder/faulty-disk.ts'
import { virtualClock } from '../../worker/clock/virtual-clock.ts'
import type { LogChange } from '../../worker/store/persistence/log.ts'
import { StorageFull } from '../../worker/store/store.ts'
import { FolderLog } from './folder-log.ts'

const ROOM = 400_000
const lock = { acquire: () => Promise.resolve(), release: () => Promise.resolve() }

function fullDisk() {
  const rates = { failure: 0, capacity: ROOM }
  const clock = virtualClock()
  const warned: string[] = []
  const log = (disk: FaultyDisk) =>
    new FolderLog({
      folder: 'data',
      files: disk,
      lock,
      clock,
      warn: (text) => warned.push(text),
      reserveBytes: 64 * 1024,
    })
  return { rates, clock, warned, log, disk: new FaultyDisk(dice(1), rates) }
}

const put = (i: number): LogChange => ({
  key: `core/pods/x/p${i}`,
  value: new TextEncoder().encode(`${i}`.repeat(500)),
  expected: 0,
  frees: false,
})
const remove = (i: number): LogChange => ({ key: `core/pods/x/p${i}`, value: undefined, expected: i + 2, frees: true })

/** Commits objects until the disk is full. Returns their number. */
async function fill(log: FolderLog): Promise<number> {
  for (let i = 0; ; i++) {
    try {
      await log.commit([put(i)])
    } catch (error) {
      expect(error).toBeInstanceOf(StorageFull)
      return i
    }
  }
}

it('refuses writes and accepts deletions when the disk is full, and says so until there is room', async () => {
  const { rates, clock, log: make, disk } = fullDisk()
  const log = make(disk)
  await log.open()
  expect(log.outage).toBeUndefined()
  const count = await fill(log)
  expect(log.outage).toBe('the disk is full, so that only deletions are accepted until space is free')
  for (let i = 0; i < 50; i++) await log.commit([remove(i)])
  await expect(log.commit([put(count)])).rejects.toThrow(StorageFull)
  rates.capacity = 2 * ROOM
  clock.advance(5000)
  await expect.poll(() => log.outage).toBeUndefined()
  await log.commit([put(count)])
  await log.close()
})

it('opens on a full disk with every object, and says what is wrong', async () => {
  const { warned, log: make, disk } = fullDisk()
  const first = make(disk)
  await first.open()
  const count = await fill(first)
  await first.commit([remove(0)])
  await first.close()
  const full = disk.afterKill()
  full.rates.capacity = 0
  const log = make(full)
  const { records } = await log.open()
  expect(records.length).toBe(count - 1)
  expect(warned).toEqual([
    'The data folder data: the disk is full, so that only deletions are accepted until space is free.',
  ])
  await expect(log.commit([put(count)])).rejects.toThrow(StorageFull)
  await log.close()
})

it('says that the disk is full when it opens with a whole reserve and no other room', async () => {
  const { rates, log: make, disk } = fullDisk()
  const first = make(disk)
  await first.open()
  await first.close()
  const full = disk.afterKill()
  rates.capacity = 64 * 1024
  const log = make(full)
  await log.open()
  expect(log.outage).toMatch(/^the disk is full/)
  await log.close()
})

it('frees the space of deleted objects by a snapshot, also while the disk is full', async () => {
  const { clock, log: make, disk } = fullDisk()
  const log = make(disk)
  await log.open()
  const count = await fill(log)
  for (let i = 0; i < count - 5; i++) await log.commit([remove(i)])
  clock.advance(5000)
  await expect.poll(() => log.outage).toBeUndefined()
  await log.commit([put(count)])
  await log.close()
})
