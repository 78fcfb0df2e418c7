import { beforeEach, expect, it, vi } from 'vitest'
import { StreamEnd } from './stream-end.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

const lines = (count: number): Uint8Array => new TextEncoder().encode('{}\n'.repeat(count))
const reading = (limit: ConstructorParameters<typeof StreamEnd>[0]) => {
  const end = vi.fn()
  return { end, stream: new StreamEnd(limit, end) }
}

it('ends a stream after its time', () => {
  const { end } = reading({ ms: 500 })
  vi.advanceTimersByTime(499)
  expect(end).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(end).toHaveBeenCalledOnce()
})

it('ends a stream soon after it has delivered its lines, because one more line is a difference', () => {
  const { end, stream } = reading({ ms: 500, count: 3 })
  stream.read(lines(2))
  vi.advanceTimersByTime(100)
  stream.read(lines(1))
  expect(end).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100)
  expect(end).toHaveBeenCalledOnce()
})

it('reads on after its time until the recorded events have arrived', () => {
  const { end, stream } = reading({ ms: 500, count: 9, least: 3 })
  stream.read(lines(2))
  vi.advanceTimersByTime(5000)
  expect(end).not.toHaveBeenCalled()
  stream.read(lines(1))
  vi.advanceTimersByTime(100)
  expect(end).toHaveBeenCalledOnce()
})

it('stops waiting for recorded events after a while', () => {
  const { end } = reading({ ms: 500, least: 3 })
  vi.advanceTimersByTime(120_000)
  expect(end).toHaveBeenCalledOnce()
})

it('leaves no timer behind when the stream ended by itself', () => {
  const { stream } = reading({ ms: 500, count: 1 })
  stream.read(lines(1))
  stream.cancel()
  expect(vi.getTimerCount()).toBe(0)
})
