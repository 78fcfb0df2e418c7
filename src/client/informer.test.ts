import { describe, expect, it, vi } from 'vitest'
import type { Informer, InformerOptions, InformerPhase } from './informer.ts'
import { startInformer } from './informer.ts'
import type { WatchEvent } from './watch-stream.ts'

interface Item {
  metadata: { name: string; resourceVersion: string }
}

interface List {
  metadata: { resourceVersion: string; continue?: string }
  items: Item[]
}

type Answer = (url: URL, signal: AbortSignal | undefined) => Response

const item = (name: string, resourceVersion: string): Item => ({ metadata: { name, resourceVersion } })
const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status })
const gone = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  reason: 'Expired',
  message: 'too old',
  code: 410,
}

/** A response to a watch that sends these events; it stays open unless `ends` is true. */
function stream(events: readonly unknown[], { ends = false } = {}): Response {
  const lines = events.map((event) => JSON.stringify(event) + '\n').join('')
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      // Two chunks split a line between them.
      const bytes = new TextEncoder().encode('\n' + lines)
      controller.enqueue(bytes.slice(0, bytes.length >> 1))
      controller.enqueue(bytes.slice(bytes.length >> 1))
      if (ends) controller.close()
    },
  })
  return new Response(body)
}

/** Runs an informer against responses in this order; the last watch stays open. */
function play(answers: Answer[], options: Partial<InformerOptions> = {}) {
  const queries: string[] = []
  const stored = new Map<string, string>()
  const phases: InformerPhase[] = []
  const delays: number[] = []
  const batches: WatchEvent<Item>[][] = []
  let frame: (() => void) | undefined
  const informer: Informer = startInformer<List, Item>(
    {
      fetch(path, init) {
        const url = new URL(path, 'http://cluster')
        queries.push(url.search)
        const answer = answers.shift()
        if (answer === undefined) return Promise.resolve(stream([]))
        return Promise.resolve().then(() => answer(url, init?.signal ?? undefined))
      },
      path: '/api/v1/pods',
      accept: 'application/json',
      schedule: (run) => (frame = run),
      sleep(ms) {
        delays.push(ms)
        return Promise.resolve()
      },
      random: () => 1,
      ...options,
    },
    {
      page(list, { first }) {
        if (first) stored.clear()
        for (const { metadata } of list.items) stored.set(metadata.name, metadata.resourceVersion)
      },
      apply(events) {
        batches.push([...events])
        for (const { type, object } of events) {
          if (type === 'DELETED') stored.delete(object.metadata.name)
          else stored.set(object.metadata.name, object.metadata.resourceVersion)
        }
      },
      phase: (phase) => phases.push(phase),
    },
  )
  return {
    informer,
    queries,
    stored,
    phases,
    delays,
    batches,
    draw: () => frame?.(),
    framed: () => frame !== undefined,
  }
}

const list =
  (version: string, ...items: Item[]): Answer =>
  () =>
    json({ metadata: { resourceVersion: version }, items })

describe('informer', () => {
  it('lists page by page and watches from the resourceVersion of the list', async () => {
    const run = play([
      () => json({ metadata: { resourceVersion: '5', continue: 'next' }, items: [item('a', '1')] }),
      list('5', item('b', '2')),
    ])
    await vi.waitFor(() => expect(run.queries).toHaveLength(3))
    run.informer.stop()
    expect([...run.stored.keys()]).toEqual(['a', 'b'])
    expect(run.queries[1]).toContain('continue=next')
    expect(run.queries[2]).toContain('watch=true')
    expect(run.queries[2]).toContain('resourceVersion=5')
  })

  it('delivers the events of a frame together', async () => {
    const events = [
      { type: 'ADDED', object: item('b', '6') },
      { type: 'MODIFIED', object: item('b', '7') },
      { type: 'DELETED', object: item('a', '8') },
    ]
    const run = play([list('5', item('a', '1')), () => stream(events)])
    await vi.waitFor(() => expect(run.framed()).toBe(true))
    await vi.waitFor(() => {
      run.draw()
      expect(run.stored).toEqual(new Map([['b', '7']]))
    })
    run.informer.stop()
    expect(run.batches.length).toBeLessThanOrEqual(2)
  })

  it('resumes from the last bookmark when the server ends a watch', async () => {
    const first = [
      { type: 'ADDED', object: item('a', '6') },
      { type: 'BOOKMARK', object: { metadata: { resourceVersion: '9' } } },
    ]
    const run = play([list('5'), () => stream(first, { ends: true })])
    await vi.waitFor(() => expect(run.queries).toHaveLength(3))
    run.informer.stop()
    expect(run.queries[2]).toContain('resourceVersion=9')
    expect(run.stored.get('a')).toBe('6')
  })

  it('lists again after 410 Gone in a response or an event', async () => {
    const run = play([
      list('5', item('a', '1')),
      () => json(gone, 410),
      list('20', item('b', '15')),
      () => stream([{ type: 'ERROR', object: gone }]),
      list('30', item('c', '25')),
    ])
    await vi.waitFor(() => expect(run.queries).toHaveLength(6))
    run.informer.stop()
    expect([...run.stored.keys()]).toEqual(['c'])
    expect(run.queries[5]).toContain('resourceVersion=30')
    // The second pause has no backoff, because the server had accepted the watch.
    expect(run.delays.slice(0, 2)).toEqual([500, 50])
  })

  it('backs off after each failure and resumes from the last resourceVersion', async () => {
    const broken: Answer = () => {
      throw new TypeError('the port is gone')
    }
    const run = play([list('5'), broken, broken, broken])
    await vi.waitFor(() => expect(run.queries).toHaveLength(5))
    run.informer.stop()
    expect(run.delays.slice(0, 3)).toEqual([500, 1000, 2000])
    expect(run.queries[4]).toContain('resourceVersion=5')
    expect(run.phases).toEqual(['loading', 'reconnecting', 'reconnecting', 'reconnecting', 'live'])
  })

  it('reports a refusal of the server', async () => {
    const refusal = { ...gone, reason: 'Forbidden', message: 'pods is forbidden', code: 403 }
    const run = play([() => json(refusal, 403)])
    await vi.waitFor(() => expect(run.phases).toContain('failed'))
    run.informer.stop()
  })

  it('reads the resourceVersion of a Table event from its row', async () => {
    const row = { rows: [{ cells: [], object: { metadata: { resourceVersion: '12' } } }] }
    const run = play([list('5'), () => stream([{ type: 'BOOKMARK', object: row }], { ends: true })])
    await vi.waitFor(() => expect(run.queries).toHaveLength(3))
    run.informer.stop()
    expect(run.queries[2]).toContain('resourceVersion=12')
  })

  it('sends no request after it is stopped', async () => {
    const run = play([list('5'), () => stream([], { ends: true })])
    run.informer.stop()
    await Promise.resolve()
    await new Promise((resolve) => setImmediate(resolve))
    expect(run.queries).toHaveLength(1)
  })
})
