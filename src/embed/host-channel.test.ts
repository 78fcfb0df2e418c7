import { describe, expect, it } from 'vitest'
import { acceptHostChannel } from './host-channel.ts'
import { PROTOCOL_VERSION } from '../contracts/embed-protocol.ts'

const HOST = 'https://docs.example'

function frameOf(host = HOST) {
  const sent: [unknown, string][] = []
  const ports: MessagePort[] = []
  const parent = { postMessage: (message: unknown, origin: string) => void sent.push([message, origin]) }
  const listeners = new Set<(event: MessageEvent) => void>()
  const frame = {
    parent,
    addEventListener: (_: 'message', listener: (event: MessageEvent) => void) => void listeners.add(listener),
    removeEventListener: (_: 'message', listener: (event: MessageEvent) => void) => void listeners.delete(listener),
  }
  const stop = acceptHostChannel(frame, host, (port) => ports.push(port))
  const { port1, port2 } = new MessageChannel()
  const event = {
    source: parent,
    origin: host,
    data: { type: 'tabplane:connect', version: PROTOCOL_VERSION },
    ports: [port1],
  }
  const receive = (change: object = {}): void => {
    for (const listener of listeners) listener({ ...event, ...change } as unknown as MessageEvent)
  }
  return { sent, ports, receive, port1, port2, stop, listeners }
}

describe('acceptHostChannel', () => {
  it('says hello to the named origin only', () => {
    expect(frameOf().sent).toEqual([[{ type: 'tabplane:hello', version: 1 }, HOST]])
    expect(frameOf('null').sent).toEqual([[{ type: 'tabplane:hello', version: 1 }, '*']])
  })

  it('accepts the channel of its parent, until it is stopped', () => {
    const { receive, ports, port1, stop, listeners } = frameOf()
    receive()
    expect(ports).toEqual([port1])
    stop()
    expect(listeners.size).toBe(0)
  })

  it.each([
    ['another window', { source: {} }],
    ['another origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['no message', { data: null }],
    ['another message', { data: { type: 'tabplane:theme', version: 1 } }],
    ['no version', { data: { type: 'tabplane:connect' } }],
    ['no port', { ports: [] }],
    ['two ports', { ports: [new MessageChannel().port1, new MessageChannel().port1] }],
  ])('ignores %s', (_, change) => {
    const { receive, ports } = frameOf()
    receive(change)
    expect(ports).toEqual([])
  })

  it('closes the channel of another version with the reason', async () => {
    const { receive, ports, port2 } = frameOf()
    const answer = new Promise((resolve) => port2.addEventListener('message', ({ data }) => resolve(data)))
    port2.start()
    receive({ data: { type: 'tabplane:connect', version: 99 } })
    expect(await answer).toMatchObject({ type: 'closed', why: expect.stringContaining('version 99') })
    expect(ports).toEqual([])
  })
})
