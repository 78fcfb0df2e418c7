import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Attack, Target } from '../attack.ts'

/** More connections than the limit. */
const CONNECTIONS = 4200
const AT_ONCE = 100
const PIPELINED = 5000

async function opened({ base }: Target): Promise<Socket> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Connections whose request never ends. */
export const halfRequests = {
  name: '4,200 connections with half a request',
  expected: 'served beside them',
  async run(target) {
    const sockets: Socket[] = []
    while (sockets.length < CONNECTIONS)
      sockets.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => opened(target)))))
    for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX: ')
    const { status } = await target.send('GET', '/healthz', { headers: { connection: 'close' } })
    for (const socket of sockets) socket.destroy()
    return status === 200 ? 'served beside them' : `status ${status}`
  },
} satisfies Attack

/** Small requests of one connection, hundreds in a packet. */
export const pipelinedRequests = {
  name: '5,000 requests without waiting',
  expected: 'answered',
  isSeries: true,
  async run(target) {
    const socket = await opened(target)
    const head = 'HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer mallory-token\r\n'
    socket.write(`GET /version ${head}\r\n`.repeat(PIPELINED - 1) + `GET /version ${head}Connection: close\r\n\r\n`)
    let answers = 0
    for await (const chunk of socket) answers += String(chunk).split('HTTP/1.1 200').length - 1
    return answers > PIPELINED * 0.9 ? 'answered' : `${answers} answers`
  },
} satisfies Attack

/** The server keeps records of requests; the caller chooses the id and the headers. */
export const longHeaders = {
  name: '200 requests with 900 KB of headers',
  expected: 'answered',
  isSeries: true,
  async run({ send }) {
    const statuses = new Set<number>()
    for (let i = 0; i < 200; i++) {
      const headers = { 'x-long': `${i}`.padEnd(900_000, 'x'), connection: 'close' }
      statuses.add((await send('GET', '/version', { as: 'mallory', headers })).status)
    }
    return [...statuses].every((status) => status < 500) ? 'answered' : [...statuses].join(', ')
  },
} satisfies Attack
