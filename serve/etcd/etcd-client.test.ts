import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createServer } from 'node:tls'
import { expect, it } from 'vitest'
import { issue, pem } from '../../worker/certificates/der-fixture.ts'
import { EtcdClient } from './etcd-client.ts'

it('trusts each certificate of the CA file, also an intermediate one alone', async () => {
  const named = (commonName: string) => ({ subject: { '2.5.4.3': commonName }, notAfter: '491231235959Z' })
  const root = await issue({ ...named('root'), isAuthority: true })
  const between = await issue({ ...named('between'), isAuthority: true }, root)
  const leaf = await issue({ ...named('etcd'), dnsName: 'localhost' }, between)
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', leaf.key)).toString('base64')
  const server = createServer({
    cert: pem(leaf.bytes),
    key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`,
    ALPNProtocols: ['h2'],
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const folder = mkdtempSync(path.join(tmpdir(), 'etcd-client-'))
  const ca = path.join(folder, 'ca.pem')
  writeFileSync(ca, pem(between.bytes))
  const { port } = server.address() as AddressInfo
  const files = { ca, certificate: undefined, key: undefined }
  const client = new EtcdClient({ urls: [`https://localhost:${port}`], files })
  try {
    const connected = once(server, 'secureConnection')
    client.range({ key: 'a' }, { deadline: Date.now() + 20_000 }).catch(() => undefined)
    // The client ends the handshake only after it has verified the certificate.
    expect(await connected).toHaveLength(1)
  } finally {
    client.close()
    server.close()
    rmSync(folder, { recursive: true })
  }
})
