import { expect, it } from 'vitest'
import { Breakpoint } from './breakpoint.svelte.ts'
import { CallRecords } from './call-records.svelte.ts'

const answer = { status: 200, headers: [], body: '{"allowed":false}' }
const call = (held: string[]) => ({ title: 'POST /owner', request: '{}', answer, hold: () => void held.push('held') })

it('holds the next call until the reader resumes it with another answer', async () => {
  const breakpoint = new Breakpoint()
  const limits: string[] = []
  const { signal } = new AbortController()
  expect(await breakpoint.pass(call(limits), signal)).toEqual(answer)
  breakpoint.set()
  const passed = breakpoint.pass(call(limits), signal)
  expect([limits, breakpoint.isSet, breakpoint.held?.title]).toEqual([['held'], false, 'POST /owner'])
  expect(await breakpoint.pass(call(limits), signal)).toEqual(answer)
  breakpoint.held?.resume('{"allowed":true}')
  expect(await passed).toEqual({ ...answer, body: '{"allowed":true}' })
  expect(breakpoint.held).toBeUndefined()
})

it('reports each change of its state', async () => {
  const states: boolean[] = []
  const breakpoint: Breakpoint = new Breakpoint(() => states.push(breakpoint.isSet))
  breakpoint.set()
  void breakpoint.pass(call([]), new AbortController().signal)
  breakpoint.clear()
  expect(states).toEqual([true, false, false])
})

it('resumes a held call when its client closes the request, or when the handler stops', async () => {
  const breakpoint = new Breakpoint()
  const leaving = new AbortController()
  for (const end of [() => leaving.abort(), () => breakpoint.clear()]) {
    breakpoint.set()
    const passed = breakpoint.pass(call([]), leaving.signal)
    end()
    expect(await passed).toEqual(answer)
    expect(breakpoint.held).toBeUndefined()
  }
})

it('does not hold a call whose client has closed the request, and an earlier client does not resume a later call', async () => {
  const breakpoint = new Breakpoint()
  breakpoint.set()
  expect(await breakpoint.pass(call([]), AbortSignal.abort())).toEqual(answer)
  expect(breakpoint.held).toBeUndefined()
  const leaving = new AbortController()
  breakpoint.set()
  const first = breakpoint.pass(call([]), leaving.signal)
  breakpoint.held?.resume('{}')
  await first
  breakpoint.set()
  void breakpoint.pass(call([]), new AbortController().signal)
  leaving.abort()
  expect(breakpoint.held).toBeDefined()
})

it('repeats a recorded call, unless its request is large', async () => {
  const records = new CallRecords()
  let count = 0
  const outcome = () => Promise.resolve({ value: ++count, answer: '', verdict: 'ok', isFault: false })
  expect(await records.run('run', '', outcome)).toBe(1)
  await records.all[0]?.replay?.()
  await records.all[0]?.replay?.()
  expect(records.all.map(({ title }) => title)).toEqual(['run, replayed', 'run, replayed', 'run'])
  await records.run('large', 'x'.repeat(300_000), outcome)
  expect(records.all[0]?.replay).toBeUndefined()
})

it('records calls that have ended elsewhere, the newest first, and repeats them', async () => {
  const records = new CallRecords()
  const outcome = () => Promise.resolve({ value: 1, answer: 'again', verdict: 'ok', isFault: false })
  const ended = { request: '{}', answer: 'first', verdict: '200', isFault: false, at: 1, duration: 2, call: outcome }
  records.add([
    { ...ended, title: 'one' },
    { ...ended, title: 'two' },
  ])
  expect(records.all).toMatchObject([
    { title: 'two', answer: 'first', duration: 2 },
    { title: 'one', verdict: '200', at: 1 },
  ])
  await records.all[0]?.replay?.()
  expect(records.all[0]).toMatchObject({ title: 'two, replayed', answer: 'again' })
})
