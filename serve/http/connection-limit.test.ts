import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { limitConnections } from './connection-limit.ts'

let server: http.Server
const sockets: net.Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.closeAllConnections()
  server.close()
})

async function open(most: number, answers: boolean): Promise<(text: string) => Promise<net.Socket>> {
  server = http.createServer((_message, response) => void (answers && response.end('hello')))
  limitConnections(server, most)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return async (text) => {
    const accepted = once(server, 'connection')
    const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => undefined)
    sockets.push(socket)
    await accepted
    socket.write(text)
    return socket
  }
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

it('replaces the connection that has waited longest without a request', async () => {
  const connect = await open(3, true)
  const [oldest, second] = [await connect('GET / HTTP/1.1\r\nX: '), await connect('')]
  await connect('')
  const closed = once(oldest, 'close')
  const last = await connect(REQUEST)
  expect(String((await once(last, 'data'))[0])).toContain('hello')
  await closed
  expect(second.destroyed).toBe(false)
})

it('closes a further connection while all others have a request', async () => {
  const connect = await open(2, false)
  const busy: net.Socket[] = []
  for (let i = 0; i < 2; i++) {
    const begun = once(server, 'request')
    busy.push(await connect(REQUEST))
    await begun
  }
  const further = await connect('')
  await once(further, 'close')
  expect(busy.map(({ destroyed }) => destroyed)).toEqual([false, false])
})
