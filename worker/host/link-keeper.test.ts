import { describe, expect, it } from 'vitest'
import { serviceUnavailable } from '../api/status.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { LinkClient } from './link-client.ts'
import { linkKeeper } from './link-keeper.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import type { Wire } from './wire.ts'

interface FakeWire extends Wire<ToWorker, FromWorker> {
  readonly sent: ToWorker[]
  closedByUs: boolean
  say(message: FromWorker): void
}

/** A wire whose other end the test plays. */
function fakeWire(): FakeWire {
  let listen: (message: FromWorker) => void = () => undefined
  return {
    sent: [],
    closedByUs: false,
    send(message) {
      this.sent.push(message)
    },
    receive: (listener) => void (listen = listener),
    closed: () => undefined,
    close() {
      this.closedByUs = true
    },
    say: (message) => listen(message),
  }
}

function kept(hasPages = true) {
  const clock = virtualClock()
  const client = new LinkClient({ clock, other: () => undefined })
  let requested = 0
  const keeper = linkKeeper({
    clock,
    client,
    requestWire() {
      requested++
      return Promise.resolve(hasPages)
    },
    unavailable: () => serviceUnavailable('no page'),
  })
  const fetch = (): Promise<Response> => {
    const response = client.fetch({ cluster: 'c1', method: 'GET', url: '/', headers: [] })
    keeper.watch()
    return response
  }
  const offer = (generation: number): FakeWire => {
    const wire = fakeWire()
    keeper.offer(wire)
    wire.say({ type: 'hello', generation, persistence: 'memory' })
    return wire
  }
  return { clock, client, keeper, fetch, offer, requested: () => requested }
}

const requests = (wire: FakeWire): number => wire.sent.filter(({ type }) => type === 'request').length

describe('the keeper of a link', () => {
  it('requests a wire with the first request, and uses the first offer', async () => {
    const { fetch, offer, requested } = kept()
    const response = fetch()
    void fetch()
    expect(requested()).toBe(1)
    const wire = offer(1)
    expect(requests(wire)).toBe(2)
    wire.say({ type: 'answer', id: 1, status: 200, headers: [], body: new Uint8Array([111]) })
    expect(await (await response).text()).toBe('o')
  })

  it('closes a second wire', () => {
    const { fetch, offer, keeper } = kept()
    void fetch()
    offer(1)
    const second = fakeWire()
    keeper.offer(second)
    expect(second.closedByUs).toBe(true)
  })

  it('pings a silent wire, and after 2 s requests another one and resends', async () => {
    const { clock, fetch, offer, requested } = kept()
    const response = fetch()
    const dead = offer(1)
    clock.advance(1_000)
    expect(dead.sent.some(({ type }) => type === 'ping')).toBe(true)
    expect(requested()).toBe(1)
    clock.advance(1_500)
    expect(requested()).toBe(2)
    expect(dead.closedByUs).toBe(true)
    const alive = offer(2)
    expect(requests(alive)).toBe(1)
    alive.say({ type: 'answer', id: 1, status: 204, headers: [], body: new Uint8Array() })
    expect((await response).status).toBe(204)
  })

  it('waits for a slow worker as long as it answers pings', () => {
    const { clock, fetch, offer, requested } = kept()
    void fetch()
    const wire = offer(1)
    for (let second = 0; second < 20; second++) {
      clock.advance(1_000)
      wire.say({ type: 'pong' })
    }
    expect([requested(), requests(wire)]).toEqual([1, 1])
  })

  it('keeps the wire of a watch without events', async () => {
    const { clock, client, fetch, offer, requested } = kept()
    const watch = fetch()
    const wire = offer(1)
    wire.say({ type: 'answer', id: 1, status: 200, headers: [], body: undefined })
    await watch
    clock.advance(9_000)
    const response = fetch()
    clock.advance(1_000)
    expect([requested(), client.streaming]).toEqual([1, 1])
    wire.say({ type: 'answer', id: 2, status: 200, headers: [], body: new Uint8Array() })
    expect((await response).status).toBe(200)
    clock.advance(29_000)
    expect(client.streaming).toBe(1)
    clock.advance(10_000)
    expect(client.streaming).toBe(0)
  })

  it('answers 503 at once without pages, and after 5 s without an offer', async () => {
    const alone = kept(false)
    expect((await alone.fetch()).status).toBe(503)
    const { clock, fetch, requested } = kept()
    const response = fetch()
    clock.advance(5_500)
    expect((await response).status).toBe(503)
    expect(requested()).toBeGreaterThan(3)
  })

  it('requests a new wire at once when the wire is reported dead', () => {
    const { fetch, offer, keeper, requested } = kept()
    void fetch()
    offer(1)
    keeper.lost()
    expect(requested()).toBe(2)
    expect(requests(offer(2))).toBe(1)
  })
})
