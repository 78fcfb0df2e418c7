import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { readAsData } from './secure-reading.ts'

const PKI = path.resolve(import.meta.dirname, '../../recordings/pki')
const ANSWER = Buffer.alloc(150_000, 'x')
const EXCHANGES = 100

/** Sends the next request as soon as an answer is complete. Runs in its own thread, so it does not wait for the server. */
const CLIENT = `
  const { parentPort, workerData: { port, answer, exchanges } } = require('node:worker_threads')
  const body = 'y'.repeat(110_000)
  const socket = require('node:tls').connect({ port, rejectUnauthorized: false })
  let done = 0
  let received = 0
  const send = () => {
    received = 0
    socket.write('POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: ' + body.length + '\\r\\n\\r\\n' + body)
  }
  socket.on('secureConnect', send)
  socket.on('data', (bytes) => {
    received += received === 0 ? bytes.length - bytes.indexOf('\\r\\n\\r\\n') - 4 : bytes.length
    if (received < answer) return
    done++
    if (done < exchanges) send()
    else socket.destroy()
  })
  socket.on('error', () => {})
  socket.on('close', () => parentPort.postMessage(done))
`

it('keeps a connection whose next large request arrives before the last answer is written', async () => {
  const pair = { cert: readFileSync(`${PKI}/server.crt`), key: readFileSync(`${PKI}/server.key`) }
  const server = https.createServer(pair, (message, response) => {
    message.resume()
    message.on('end', () =>
      setImmediate(() => response.writeHead(200, { 'Content-Length': ANSWER.length }).end(ANSWER)),
    )
  })
  readAsData(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = new Worker(CLIENT, { eval: true, workerData: { port, answer: ANSWER.length, exchanges: EXCHANGES } })
  try {
    expect(await once(client, 'message')).toEqual([EXCHANGES])
  } finally {
    await client.terminate()
    server.closeAllConnections()
    server.close()
  }
})
