import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { Connection } from './http-client.ts'

let server: http.Server | net.Server | undefined
let connection: Connection | undefined

afterEach(() => {
  connection?.close()
  server?.close()
})

async function connect(to: http.Server | net.Server): Promise<Connection> {
  server = to.listen(0, '127.0.0.1')
  await once(to, 'listening')
  return (connection = await Connection.open(new URL(`http://127.0.0.1:${(to.address() as AddressInfo).port}`)))
}

it('counts the bytes of each answer on one connection', async () => {
  const sent: string[] = []
  const client = await connect(
    http.createServer((message, response) => {
      message.on('data', (chunk: Buffer) => sent.push(chunk.toString()))
      message.on('end', () => response.setHeader('Content-Length', 100_000).end(Buffer.alloc(100_000)))
    }),
  )
  expect(await client.send('POST', '/', '', 'body')).toEqual({ status: 200, bytes: 100_000 })
  expect(await client.send('GET', '/', '')).toEqual({ status: 200, bytes: 100_000 })
  expect(sent).toEqual(['body'])
})

it('fails with the message of the server', async () => {
  const client = await connect(
    http.createServer((_message, response) => response.writeHead(409, { 'Content-Length': '3' }).end('no!')),
  )
  await expect(client.send('GET', '/', '')).rejects.toThrow('409 no!')
})

it('fails a request on a connection that the server closed before', async () => {
  const sockets: net.Socket[] = []
  const client = await connect(
    net.createServer((socket) => {
      sockets.push(socket)
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
    }),
  )
  await client.send('GET', '/', '')
  const closed = sockets.map((socket) => once(socket, 'close'))
  for (const socket of sockets) socket.end()
  await Promise.all(closed)
  await expect(client.send('GET', '/', '')).rejects.toThrow('the server closed the connection')
  await expect(client.stream('/', '', () => undefined)).rejects.toThrow('the server closed the connection')
})

it('reads a body without a length to its last chunk, also when that chunk is split', async () => {
  const client = await connect(
    net.createServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{"a":1}\n')
        setImmediate(() => {
          socket.write('\r\n0\r\n')
          setImmediate(() => socket.write('\r\n'))
        })
      })
    }),
  )
  expect(await client.send('GET', '/', '')).toMatchObject({ status: 200 })
})

it('counts the lines of a stream, including a line that is split between brace and newline', async () => {
  const client = await connect(
    net.createServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
        socket.write('8\r\n{"a":1}\n\r\n8\r\n{"a":2}')
        setImmediate(() => socket.write('\n\r\n8\r\n{"a":3}\n\r\n'))
      })
    }),
  )
  let lines = 0
  expect(await client.stream('/', '', (count) => void (lines += count))).toBe(200)
  await expect.poll(() => lines).toBe(3)
})
