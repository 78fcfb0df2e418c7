import { once } from 'node:events'
import net from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { parseFlags } from './flags.ts'
import { bindAddress, listen, type Listening } from './listening.ts'

let ports: readonly Listening[] = []

afterEach(async () => {
  for (const port of ports) port.cut()
  await Promise.all(ports.map((port) => port.close()))
  ports = []
})

const empty = { status: 200, headers: [], body: new Uint8Array() }

it('serves on loopback by default, with and without access control', () => {
  expect(bindAddress(parseFlags([]))).toBe('127.0.0.1')
  expect(bindAddress(parseFlags(['--authorization-mode=RBAC']))).toBe('127.0.0.1')
})

it.each([['--bind-address=0.0.0.0'], ['--bind-address=::', '--authorization-mode=RBAC,AlwaysAllow']])(
  'refuses %s %s, with which every caller of the network could do everything',
  (...args) => {
    expect(() => bindAddress(parseFlags(args.filter(Boolean)))).toThrow('serves other machines without access control')
  },
)

it('serves other machines with access control, or with the flag that allows every caller', () => {
  const address = '--bind-address=0.0.0.0'
  expect(bindAddress(parseFlags([address, '--authorization-mode=Node,RBAC']))).toBe('0.0.0.0')
  expect(bindAddress(parseFlags([address, '--allow-everyone']))).toBe('0.0.0.0')
})

it('accepts the host names of the flag', async () => {
  ports = await listen(parseFlags(['--port=0', '--allowed-hosts=tabplane.internal']), () => Promise.resolve(empty))
  const { port } = new URL(ports[0]?.url ?? '')
  const ask = async (host: string): Promise<string> => {
    const socket = net.connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    return (await text(socket)).slice(0, 12)
  }
  expect(await ask(`tabplane.internal:${port}`)).toBe('HTTP/1.1 200')
  expect(await ask(`evil.example:${port}`)).toBe('HTTP/1.1 421')
})
