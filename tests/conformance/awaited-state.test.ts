import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answerAfterPause, awaitedAnswer } from './awaited-state.ts'
import type { Answer, Client } from './case.ts'

const answer = (value: unknown): Answer => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(value)) })

/** A cluster that shows these values of `/things/x` one after the other, and reports each to watches. */
function clusterOf(values: readonly unknown[], eachMs: number): Client {
  const start = Date.now()
  const at = () => Math.min(Math.floor((Date.now() - start) / eachMs), values.length - 1)
  const watched = (since: number) =>
    values.slice(since + 1, at() + 1).map((object) => `${JSON.stringify({ type: 'MODIFIED', object })}\n`)
  return {
    send({ path }) {
      if (path === '/things/x') return Promise.resolve(answer(values[at()]))
      const [, since] =
        /^\/things\?watch=true&.*&resourceVersion=(\d+)&fieldSelector=metadata\.name%3Dx$/.exec(path) ?? []
      if (since === undefined) return Promise.resolve(answer({ metadata: { resourceVersion: String(at()) } }))
      return Promise.resolve({ status: 200, headers: {}, body: Buffer.from(watched(Number(since)).join('')) })
    },
  }
}

async function awaited(values: readonly unknown[], recorded: unknown, eachMs = 80, isReachedInRecording = false) {
  const isRecorded = ({ body }: Answer) => body.toString() === JSON.stringify(recorded)
  const state = { path: 'ready', equals: 1, ms: 2000, isRecorded, isReachedInRecording }
  const found = awaitedAnswer(clusterOf(values, eachMs), { path: '/things/x' }, state)
  await vi.advanceTimersByTimeAsync(70_000)
  return JSON.parse((await found).body.toString()) as unknown
}

describe('awaitedAnswer', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    return () => vi.useRealTimers()
  })

  it('finds the recorded answer before and after another write of the controller', async () => {
    const first = { ready: 1, total: 2 }
    const second = { ready: 1, total: 3 }
    expect(await awaited([{ ready: 0 }, first, second], first)).toEqual(first)
    expect(await awaited([{ ready: 0 }, first, second], second)).toEqual(second)
  })

  it('finds a recorded answer that was true between two polls only', async () => {
    const values = [{ ready: 0 }, { ready: 1, total: 2 }, { ready: 1, total: 3 }, { ready: 1, total: 1 }]
    for (const passed of values.slice(1)) expect(await awaited(values, passed, 5)).toEqual(passed)
  })

  it('returns the first answer with the state when none is the recorded one', async () => {
    expect(await awaited([{}, { ready: 1, total: 2 }, { ready: 1, total: 3 }], 'other')).toEqual({ ready: 1, total: 2 })
  })

  it('does not take an answer that no longer shows the state', async () => {
    expect(await awaited([{ ready: 1 }, { ready: 2 }], { ready: 2 })).toEqual({ ready: 1 })
  })

  it('returns the last answer when the state does not come in time', async () => {
    expect(await awaited([{ ready: 0 }, { ready: 2 }], { ready: 1 })).toEqual({ ready: 2 })
  })

  it('waits longer than the recorder for a state that the recording reached', async () => {
    const values = [...Array.from({ length: 200 }, () => ({ ready: 0 })), { ready: 1 }]
    expect(await awaited(values, { ready: 1 }, 80, true)).toEqual({ ready: 1 })
    expect(await awaited(values, { ready: 1 }, 80, false)).toEqual({ ready: 0 })
  })

  it('returns when the cluster is at rest, and after a while when it never rests', async () => {
    const timed = async (values: readonly unknown[]) => {
      const start = Date.now()
      const state = { path: 'ready', equals: 1, ms: 2000, isRecorded: () => true, isReachedInRecording: true }
      let end = 0
      void awaitedAnswer(clusterOf(values, 80), { path: '/things/x' }, state).then(() => (end = Date.now()))
      await vi.advanceTimersByTimeAsync(10_000)
      return end - start
    }
    expect(await timed([{ ready: 1 }])).toBe(200)
    expect(await timed(Array.from({ length: 1000 }, () => ({ ready: 1 })))).toBe(3050)
  })
})

describe('answerAfterPause', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    return () => vi.useRealTimers()
  })

  it.each([
    ['waits for the recorded answer of a slower controller', { ready: 1 }, { ready: 1 }],
    ['returns the last answer when none is the recorded one', { ready: 3 }, { ready: 2 }],
  ])('%s', async (_, recorded, expected) => {
    const isRecorded = ({ body }: Answer) => body.toString() === JSON.stringify(recorded)
    const cluster = clusterOf([{ ready: 0 }, { ready: 1 }, { ready: 2 }], 80)
    const found = answerAfterPause(cluster, { path: '/things/x' }, isRecorded)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(JSON.parse((await found).body.toString())).toEqual(expected)
  })
})
