import { readFileSync } from 'node:fs'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { recordingPath } from '../tests/recordings/archive.ts'
import { callWebhook } from './webhook-caller.ts'

const pem = (name: string): string => readFileSync(recordingPath(`pki/${name}`), 'utf8')

async function called(caBundle: string): Promise<number | string> {
  const server = https.createServer({ cert: pem('hooks.crt'), key: pem('hooks.key') }, (_, response) =>
    response.end('{}'),
  )
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
