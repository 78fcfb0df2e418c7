import { describe, expect, it } from 'vitest'
import { virtualClock } from '../clock/virtual-clock.ts'
import { requestRing } from './request-ring.ts'

const answer = { user: 'u', actingAs: '', groups: ['g'], status: 200, responseBytes: 2, duration: 10 }
const request = (id: string) => ({ id, method: 'GET', url: '/', userAgent: 't', startedAt: 0 })

describe('requestRing', () => {
  it('keeps the last records, oldest first', () => {
    const ring = requestRing(virtualClock(), 2)
    for (const id of ['a', 'b', 'c']) ring.begin(request(id), 0).finish(answer)
    expect(ring.records().map(({ id }) => id)).toEqual(['b', 'c'])
  })

  it('times stages and computes a detail only when it is read', () => {
    const clock = virtualClock()
    const ring = requestRing(clock)
    const trace = ring.begin(request('a'), clock.elapsed())
    let computed = 0
    clock.advance(5)
    trace.stage('store', 'written', () => ++computed)
    clock.advance(5)
    trace.finish(answer, { requestHeaders: new Map(), responseHeaders: [] })
    const [record] = ring.records()
    expect(record).toMatchObject({ duration: 10, status: 200, user: 'u' })
    expect(record?.stages[0]).toMatchObject({ stage: 'store', at: 5 })
    expect(computed).toBe(0)
    expect(record?.stages[0]?.detail).toBe(1)
  })

  it('computes the details of a record at once when it does not keep the whole request', () => {
    const ring = requestRing(virtualClock())
    let computed = 0
    const long = { requestHeaders: new Map([['x', 'x'.repeat(900_000)]]), responseHeaders: [] }
    for (const content of [undefined, long]) {
      const trace = ring.begin(request('a'), 0)
      trace.stage('store', 'written', () => ++computed)
      trace.finish(answer, content)
    }
    expect(computed).toBe(2)
    expect(ring.records().map(({ stages }) => stages[0]?.detail)).toEqual([1, 2])
  })

  it('cuts the texts that a client chooses', () => {
    const ring = requestRing(virtualClock())
    const long = 'x'.repeat(1_000_000)
    const trace = ring.begin({ id: long, method: long, url: long, userAgent: long, startedAt: 0 }, 0)
    for (let i = 0; i < 1000; i++) trace.stage('authentication', long)
    trace.finish({ ...answer, user: long })
    expect(JSON.stringify(ring.records()).length).toBeLessThan(500_000)
    expect(ring.records()[0]?.url).toBe(`${'x'.repeat(2048)}…`)
  })

  it('cuts headers that are long together, and keeps the others by reference', () => {
    const ring = requestRing(virtualClock())
    const long = Array.from({ length: 2500 }, (_, i): [string, string] => [`x-${i}`, 'x'.repeat(400)])
    const content = { requestHeaders: new Map(long), responseHeaders: [['Audit-Id', 'x'.repeat(900_000)] as const] }
    ring.begin(request('long'), 0).finish(answer, content)
    const kept = ring.contentOf(ring.records()[0]!)
    expect([...(kept?.requestHeaders ?? [])].join().length).toBeLessThan(50_000)
    expect(kept?.responseHeaders.join().length).toBeLessThan(5000)
    const short = { requestHeaders: new Map([['accept', '*/*']]), responseHeaders: [] }
    ring.begin(request('short'), 0).finish(answer, short)
    expect(ring.contentOf(ring.records()[1]!)).toBe(short)
  })

  it('keeps bodies by reference, within a number of bytes', () => {
    const ring = requestRing(virtualClock())
    const body = (size: number) => ({
      requestHeaders: new Map(),
      responseHeaders: [],
      requestBody: new Uint8Array(size),
    })
    const first = body(200_000)
    ring.begin(request('first'), 0).finish(answer, first)
    ring.begin(request('large'), 0).finish(answer, body(1_000_000))
    const kept = () => ring.records().map((record) => ring.contentOf(record)?.requestBody?.byteLength)
    expect(ring.contentOf(ring.records()[0]!)).toBe(first)
    expect(kept()).toEqual([200_000, undefined])
    for (let i = 0; i < 41; i++) ring.begin(request(`more ${i}`), 0).finish(answer, body(200_000))
    const sizes = kept()
    expect(sizes[0]).toBeUndefined()
    expect(sizes.at(-1)).toBe(200_000)
    expect(sizes.reduce((sum: number, size) => sum + (size ?? 0), 0)).toBeLessThanOrEqual(8 * 1024 * 1024)
  })

  it('keeps the changes of writes while a reader follows, and then for as many requests as the ring holds', () => {
    const ring = requestRing(virtualClock(), 2)
    const changedBy = () => undefined
    expect(ring.begin(request('a'), 0).changedBy).toBeUndefined()
    const stop = ring.follow(() => undefined, changedBy)
    expect(ring.begin(request('b'), 0).changedBy).toBe(changedBy)
    stop()
    const begun = ['c', 'd', 'e'].map((id) => ring.begin(request(id), 0))
    expect(begun.map((trace) => trace.changedBy)).toEqual([changedBy, changedBy, changedBy])
    for (const trace of begun) trace.finish(answer)
    expect(ring.begin(request('f'), 0).changedBy).toBeUndefined()
  })

  it('passes each finished record to its followers', () => {
    const ring = requestRing(virtualClock())
    const seen: string[] = []
    const stop = ring.follow(({ id }) => void seen.push(id))
    ring.begin(request('a'), 0).finish(answer)
    stop()
    ring.begin(request('b'), 0).finish(answer)
    expect(seen).toEqual(['a'])
  })
})
