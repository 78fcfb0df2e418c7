import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { recordingPath } from '../tests/recordings/archive.ts'
import { callWebhook } from './webhook-caller.ts'

const pem = (name: string): string => readFileSync(recordingPath(`pki/${name}`), 'utf8')

async function called(
  caBundle: string,
  answer: (response: ServerResponse) => void = (response) => void response.end('{}'),
): Promise<number | string> {
  const keys = { cert: pem('hooks.crt'), key: pem('hooks.key') }
  const server = https.createServer(keys, (_, response) => answer(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { signal } = new AbortController()
  try {
    const url = `https://127.0.0.1:${port}/`
    return (await callWebhook({ url, method: 'POST', body: '', caBundle, userAgent: 'test', signal })).status
  } catch (error) {
    return (error as Error).message
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

it('trusts each certificate of a bundle: an authority, and the certificate of the service itself', async () => {
  expect(await called(pem('hooks-ca.crt'))).toBe(200)
  expect(await called(pem('hooks.crt'))).toBe(200)
  expect(await called(pem('hooks-other-ca.crt'))).toContain('certificate signed by unknown authority')
})

it('reads no more of an answer than a review needs, compressed or not', async () => {
  const large = Buffer.alloc(17 * 1024 * 1024)
  const refused = 'the answer has more than 16777216 bytes'
  expect(await called(pem('hooks-ca.crt'), (response) => response.end(large))).toBe(refused)
  const bomb = gzipSync(large)
  expect(bomb.length).toBeLessThan(100_000)
  const zipped = (response: ServerResponse): void => {
    response.writeHead(200, { 'Content-Encoding': 'gzip' })
    response.end(bomb)
  }
  expect(await called(pem('hooks-ca.crt'), zipped)).toBe(refused)
})
