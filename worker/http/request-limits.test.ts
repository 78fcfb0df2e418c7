import { describe, expect, it } from 'vitest'
import type { ApiRequest } from '../api/exchange.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { plainText, type Payload } from './payload.ts'
import { readRequestInfo } from './request-info.ts'
import { requestLimits } from './request-limits.ts'

const clock = virtualClock()
const get = readRequestInfo('GET', '/api/v1/pods')
const put = readRequestInfo('PUT', '/api/v1/namespaces/n/pods/p')
const watch = readRequestInfo('GET', '/api/v1/pods?watch=1&timeout=5s')
const user = (...groups: string[]) => ({ username: 'u', uid: '', groups, extra: {} })
const done = plainText(200, 'done')

/** Returns work that ends when the test calls `end`. */
function held() {
  let end: (answer: Payload) => void = () => undefined
  const work = new Promise<Payload>((resolve) => (end = resolve))
  return { work: () => work, end: () => end(done) }
}

describe('requests in flight', () => {
  it('are counted separately for reads and writes and refused beyond the limit, except watches and privileged users', async () => {
    const limits = requestLimits({ maxInFlight: 1, maxMutatingInFlight: 1 }, clock)
    const first = held()
    const answer = limits.admit(get, user(), first.work)
    const refused = limits.admit(get, user(), () => done)
    expect(refused).toMatchObject({ status: 429, headers: [['Retry-After', '1']] })
    for (const other of [put, watch]) expect(limits.admit(other, user(), () => done)).toBe(done)
    expect(limits.admit(get, user('system:masters'), () => done)).toBe(done)
    first.end()
    await answer
    expect(limits.admit(get, user(), () => done)).toBe(done)
  })

  it('are no longer counted after the work has thrown', () => {
    const limits = requestLimits({ maxInFlight: 1 }, clock)
    for (let n = 0; n < 2; n++) {
      const fail = () => limits.admit(get, user(), () => { throw new Error('no') }) // prettier-ignore
      expect(fail).toThrow('no')
    }
  })
})

describe('the time limit of a request', () => {
  const request: ApiRequest = { method: 'GET', url: '', headers: new Map(), signal: new AbortController().signal }
  const { deadline, within } = requestLimits({ requestTimeout: 60_000 }, clock)
  const asked = (query: string) => deadline(readRequestInfo('GET', `/api/v1/pods?timeout=${query}`))

  it('is the requested timeout up to the limit of the server, and 0 for a watch', () => {
    expect(['15s', '0s', '', '61s'].map(asked)).toEqual([15_000, 60_000, 60_000, 60_000])
    expect(deadline(watch)).toBe(0)
    const message = 'invalid timeout specified in the request URL - time: invalid duration "foo"'
    expect(() => asked('foo')).toThrow(message)
  })

  it('ends the work and answers 504', async () => {
    let signal: AbortSignal | undefined
    const answer = within(1000, request, (limited) => {
      signal = limited.signal
      return held().work()
    })
    const failed = expect(answer).rejects.toMatchObject({ status: { code: 504, reason: 'Timeout', details: {} } })
    clock.advance(1000)
    await failed
    expect(signal?.aborted).toBe(true)
  })

  it('has no effect on work that ends in time', async () => {
    let signal: AbortSignal | undefined
    const { work, end } = held()
    const answer = within(1000, request, (limited) => {
      signal = limited.signal
      return work()
    })
    end()
    expect(await answer).toBe(done)
    expect(within(1000, request, () => done)).toBe(done)
    expect(clock.pending).toBe(0)
    clock.advance(2000)
    expect(signal?.aborted).toBe(false)
  })
})

it('refuses a request with a timeout below a millisecond, without starting the work', () => {
  const limits = requestLimits({}, clock)
  const info = readRequestInfo('POST', '/api/v1/namespaces?timeout=1us')
  let worked = false
  const work = (): Payload => {
    worked = true
    return done
  }
  const request: ApiRequest = { method: 'POST', url: '', headers: new Map(), signal: new AbortController().signal }
  expect(() => limits.within(limits.deadline(info), request, work)).toThrow('allotted timeout')
  expect(worked).toBe(false)
})
