import { expect, it } from 'vitest'
import type { Log } from '../store/persistence/log.ts'
import type { LogActivity } from './watched-log.ts'
import { watchedLog } from './watched-log.ts'

const change = { key: 'core/nodes//n1', value: new Uint8Array(), expected: 0 }

/** A log with scripted outcomes of its commits. */
function scripted(...outcomes: readonly (number | Error)[]): { log: Log; seen: LogActivity[] } {
  const left = [...outcomes]
  const seen: LogActivity[] = []
  const log: Log = {
    open: () => Promise.resolve({ revision: 1, records: [] }),
    commit() {
      const outcome = left.shift()
      return typeof outcome === 'number' ? Promise.resolve(outcome) : Promise.reject(outcome ?? new Error('no more'))
    },
    close: () => Promise.resolve(),
  }
  return { log: watchedLog(log, (activity) => seen.push(activity)), seen }
}

it('reports the start of a commit and its durability', async () => {
  const { log, seen } = scripted(2)
  await log.open()
  await log.commit([change, change])
  expect(seen).toEqual([
    { revision: 1, pending: 0, error: undefined },
    { revision: 1, pending: 1, error: undefined },
    { revision: 3, pending: 0, error: undefined },
  ])
})

it('reports the error of a commit until one succeeds', async () => {
  const { log, seen } = scripted(new Error('the disk is full'), 2)
  await log.open()
  await expect(log.commit([change])).rejects.toThrow('the disk is full')
  expect(seen.at(-1)).toEqual({ revision: 1, pending: 0, error: 'the disk is full' })
  await log.commit([change])
  expect(seen.at(-1)).toEqual({ revision: 2, pending: 0, error: undefined })
})
