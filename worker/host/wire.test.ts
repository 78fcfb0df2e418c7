import { afterEach, expect, it, vi } from 'vitest'
import { channelWire, portWire } from './wire.ts'

const ports: MessagePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

function connection() {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  const posted = vi.spyOn(port1, 'postMessage')
  const received: unknown[] = []
  portWire<never, unknown>(port2).receive((message) => received.push(message))
  return { wire: portWire<unknown, never>(port1), posted, received }
}

it('posts the messages of one turn together, in order', async () => {
  const { wire, posted, received } = connection()
  const owned = Uint8Array.of(1, 2)
  wire.send('a')
  wire.send({ owned }, owned)
  expect(posted).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(received).toEqual(['a', { owned: Uint8Array.of(1, 2) }]))
  expect(posted).toHaveBeenCalledTimes(1)
  expect(owned.byteLength).toBe(0)
})

it('splits a large batch, so that other ports can deliver in between', async () => {
  const { wire, posted, received } = connection()
  for (let i = 0; i < 200; i++) wire.send(i)
  await vi.waitFor(() => expect(received).toHaveLength(200))
  expect(received).toEqual(Array.from({ length: 200 }, (_, i) => i))
  expect(posted).toHaveBeenCalledTimes(4)
})

it('sends pending messages before it closes', async () => {
  const { wire, received } = connection()
  wire.send('last')
  wire.close()
  await vi.waitFor(() => expect(received).toEqual(['last']))
})

it('transfers a port, and sends no message with a port over a BroadcastChannel', async () => {
  const { wire, received } = connection()
  const { port1, port2 } = new MessageChannel()
  ports.push(port1)
  wire.send({ port: port2 }, port2)
  await vi.waitFor(() => expect(received).toHaveLength(1))
  const [{ port }] = received as [{ port: MessagePort }]
  ports.push(port)
  const heard = new Promise((resolve) => port1.addEventListener('message', ({ data }) => resolve(data)))
  port1.start()
  port.postMessage('moin')
  expect(await heard).toBe('moin')

  const name = 'tabplane:wire-test'
  const [left, right] = [channelWire<unknown, never>(name), channelWire<never, unknown>(name)]
  const texts: unknown[] = []
  right.receive((message) => texts.push(message))
  left.send({ port }, port)
  left.send('text')
  await vi.waitFor(() => expect(texts).toEqual(['text']))
  left.close()
  right.close()
})
