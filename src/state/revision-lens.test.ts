import { afterEach, describe, expect, it } from 'vitest'
import { jsonLines } from '../client/watch-stream.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { atShownRevision } from './revision-lens.ts'
import { shownRevision } from './shown-revision.svelte.ts'

let asked: string[] = []
let answer = (): Response => new Response('{}')
const cluster = {
  id: 'c',
  fetch: (path: string) => {
    asked.push(path)
    return Promise.resolve(answer())
  },
} as unknown as ClusterHandle
const lens = atShownRevision(cluster)
const WATCH = '/api/v1/pods?watch=true&resourceVersion=9'

afterEach(() => {
  shownRevision.show('c', undefined)
  asked = []
  answer = () => new Response('{}')
})

async function eventsOf(response: Response): Promise<unknown[]> {
  const all: unknown[] = []
  if (response.body !== null) for await (const events of jsonLines(response.body)) all.push(...events)
  return all
}

describe('a cluster at the shown revision', () => {
  it('passes requests on while the newest revision is shown', async () => {
    await lens.fetch('/api/v1/pods?limit=5')
    await lens.fetch('/api/v1/namespaces/a/pods/b', { method: 'DELETE' })
    expect(asked).toEqual(['/api/v1/pods?limit=5', '/api/v1/namespaces/a/pods/b'])
  })

  it('reads resources at an earlier revision, and other paths as they are now', async () => {
    shownRevision.show('c', 7)
    for (const path of [
      '/api/v1/pods?limit=5',
      '/api/v1/pods?continue=x',
      '/apis',
      '/debug/history?limit=1',
      '/api/v1/namespaces/a/pods/b',
    ])
      await lens.fetch(path)
    expect(asked).toEqual([
      '/api/v1/pods?limit=5&resourceVersion=7&resourceVersionMatch=Exact',
      '/api/v1/pods?continue=x',
      '/apis',
      '/debug/history?limit=1',
      '/api/v1/namespaces/a/pods/b?atRevision=7',
    ])
    await expect(lens.fetch('/api/v1/pods/a', { method: 'DELETE' })).rejects.toThrow('Return to now')
  })

  it('ends a watch with 410 when the reader chooses another revision, and watches no earlier revision', async () => {
    answer = () => new Response(new ReadableStream({ start: (controller) => controller.enqueue(line('ADDED')) }))
    const live = eventsOf(await lens.fetch(WATCH))
    shownRevision.show('c', 7)
    expect(await live).toMatchObject([{ type: 'ADDED' }, { type: 'ERROR', object: { code: 410 } }])
    const past = eventsOf(await lens.fetch('/api/v1/pods?watch=true&resourceVersion=7'))
    shownRevision.show('c', 8)
    expect(await past).toMatchObject([{ type: 'ERROR', object: { code: 410 } }])
    expect(asked).toEqual([WATCH])
  })

  it('ends a watch from a revision that the reader has left before the watch began', async () => {
    shownRevision.show('c', 7)
    expect(await eventsOf(await lens.fetch(WATCH))).toMatchObject([{ type: 'ERROR', object: { code: 410 } }])
  })

  it('does not touch a failed watch when the reader chooses another revision', async () => {
    answer = () => new Response(new ReadableStream({ start: (controller) => controller.error(new Error('gone')) }))
    const events = eventsOf(await lens.fetch(WATCH))
    await expect(events).rejects.toThrow('gone')
    const faults: unknown[] = []
    const note = (fault: unknown): void => void faults.push(fault)
    process.once('uncaughtException', note)
    shownRevision.show('c', 7)
    await new Promise((resolve) => setImmediate(resolve))
    process.off('uncaughtException', note)
    expect(faults).toEqual([])
  })

  it('ends a waiting watch when its reader stops', async () => {
    shownRevision.show('c', 9)
    const stopper = new AbortController()
    const events = eventsOf(await lens.fetch(WATCH, { signal: stopper.signal }))
    stopper.abort()
    await expect(events).rejects.toThrow('stopped')
  })

  it('shows the newest revision again when the shown one is compacted', async () => {
    shownRevision.show('c', 7)
    answer = () => new Response('{}', { status: 410 })
    await lens.fetch('/api/v1/pods')
    expect(shownRevision.of('c')).toBeUndefined()
  })
})

const line = (type: string): Uint8Array => new TextEncoder().encode(`${JSON.stringify({ type, object: {} })}\n`)
