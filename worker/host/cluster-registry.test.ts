import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { deleteDB, openDB } from 'idb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { OutdatedError, openClusterRegistry } from './cluster-registry.ts'
import type { ClusterInfo } from './messages.ts'

const never = (): never => {
  throw new Error('outdated')
}

const cluster = (id: string, createdAt: number): ClusterInfo => ({
  id,
  name: `Cluster ${id}`,
  dialect: 'svc',
  createdAt,
})

/** A second copy in memory, which outlives the database. */
function memoryFile() {
  let content: Uint8Array | undefined
  return {
    read: () => Promise.resolve(content),
    async write([bytes]: Uint8Array[]) {
      content = bytes
    },
  }
}

// Each test starts in a browser without data of this site.
beforeEach(() => void (globalThis.indexedDB = new IDBFactory()))

describe('the registry of clusters', () => {
  it('lists the oldest cluster first, and forgets a removed one', async () => {
    const registry = await openClusterRegistry('site', never, undefined)
    await registry.put(cluster('b', 2))
    await registry.put(cluster('a', 1))
    expect((await registry.list()).map(({ id }) => id)).toEqual(['a', 'b'])
    await registry.remove('a')
    expect(await registry.get('a')).toBeUndefined()
    expect((await registry.list()).map(({ id }) => id)).toEqual(['b'])
  })

  it('is empty and usable after its database was deleted while it was open', async () => {
    const registry = await openClusterRegistry('site', never, undefined)
    await registry.nextGeneration()
    await registry.put(cluster('a', 1))
    await deleteDB('site')
    expect(await registry.list()).toEqual([])
    await registry.put(cluster('b', 2))
    expect((await registry.list()).map(({ id }) => id)).toEqual(['b'])
    const next = await openClusterRegistry('site', never, undefined)
    expect(await next.nextGeneration()).toBe(2)
  })

  it('restores the list from its copy when only the database was deleted', async () => {
    const file = memoryFile()
    const registry = await openClusterRegistry('site', never, file)
    await registry.put(cluster('a', 1))
    await deleteDB('site')
    expect((await registry.list()).map(({ id }) => id)).toEqual(['a'])
  })

  it('gives way to a newer version of the app, and then refuses to read', async () => {
    const outdated = vi.fn()
    const registry = await openClusterRegistry('site', outdated, undefined)
    const newer = await openDB('site', 3)
    expect(outdated).toHaveBeenCalledOnce()
    await expect(registry.list()).rejects.toThrow(OutdatedError)
    newer.close()
  })
})
