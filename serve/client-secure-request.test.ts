import { KeyObject } from 'node:crypto'
import { once } from 'node:events'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { issue, pem, type CertificateFacts, type Issued } from '../worker/certificates/der-fixture.ts'
import { exchange } from './client-exchange.ts'

const SERVERS = '1.3.6.1.5.5.7.3.1'
const CLIENTS = '1.3.6.1.5.5.7.3.2'
const HOST = 'shop.example'
const named = (commonName: string): CertificateFacts['subject'] => ({ '2.5.4.3': commonName })
const authority: CertificateFacts = { subject: named('root'), isAuthority: true, notAfter: '490101000000Z' }
const server: CertificateFacts = {
  subject: named('server'),
  dnsName: HOST,
  purposes: [SERVERS],
  notAfter: '490101000000Z',
}
const root = await issue(authority)
const other = await issue({ ...authority, subject: named('other') })
const namesake = await issue(authority)
const between = await issue({ ...authority, subject: named('between') }, root)
const signed = await issue(server, root)
const self = await issue(server)
const indirect = await issue(server, between)
const constrained = await issue({ ...authority, permittedDomain: 'elsewhere.example' })

let opened: net.Server
afterEach(() => void opened.close())

/** A server with a certificate and its intermediates. Counts its connections, and the requests that reached it. */
async function listening(...chain: readonly Issued[]) {
  const counted = { connections: 0, requests: 0 }
  const cert = chain.map(({ bytes }) => pem(bytes)).join('')
  const privateKey = KeyObject.from((chain[0] ?? root).key).export({ type: 'pkcs8', format: 'pem' })
  const it = https.createServer({ cert, key: privateKey }, (_request, response) => {
    counted.requests++
    response.setHeader('Connection', 'close').end('answered')
  })
  it.on('connection', () => counted.connections++)
  opened = it.listen(0, '127.0.0.1')
  await once(it, 'listening')
  return counted
}

function ask(trusted: readonly Issued[], signal = new AbortController().signal) {
  const { port } = opened.address() as AddressInfo
  const certificateAuthority = trusted.map(({ bytes }) => pem(bytes)).join('')
  const tls = { serverName: HOST, certificateAuthority }
  return exchange({
    url: `https://127.0.0.1:${port}/`,
    method: 'GET',
    headers: { Authorization: 'Bearer x' },
    signal,
    tls,
  })
}

describe('a request over HTTPS with authorities', () => {
  it.each([
    { what: 'signed by one of them', chain: [signed], trusted: [other, root], connections: 1 },
    { what: 'one of them itself', chain: [self], trusted: [self], connections: 1 },
    { what: 'behind an intermediate', chain: [indirect, between], trusted: [root], connections: 2 },
  ])('reaches a server whose certificate is $what', async ({ chain, trusted, connections }) => {
    const counted = await listening(...chain)
    const response = await ask(trusted)
    expect(await response.text()).toBe('answered')
    // OpenSSL verifies on a second connection what `isSignedFor` cannot.
    expect(counted).toEqual({ connections, requests: 1 })
  })

  it.each([
    ['of another authority', server, other, /unknown authority/],
    ['of an authority of the same name', server, namesake, /certificate|signature/],
    ['for another host', { ...server, dnsName: 'other.example' }, root, /other\.example/],
    ['that has expired', { ...server, notAfter: '250101000000Z' }, root, /expired/],
    ['that is not yet valid', { ...server, notBefore: '480101000000Z' }, root, /not yet valid/],
    ['for clients', { ...server, purposes: [CLIENTS] }, root, /purpose/],
    ['with an unknown critical extension', { ...server, demands: true }, root, /critical extension/],
  ])('sends nothing to a server with a certificate %s', async (_what, facts, issuer, message) => {
    const counted = await listening(await issue(facts, issuer))
    await expect(ask([root])).rejects.toThrow(message)
    expect(counted.requests).toBe(0)
  })

  it('sends nothing to a server whose name violates the name constraints of its authority', async () => {
    const counted = await listening(await issue(server, constrained))
    await expect(ask([constrained])).rejects.toThrow(/permitted subtree/)
    expect(counted.requests).toBe(0)
  })

  it('ends with its signal while it connects', async () => {
    const sockets: net.Socket[] = []
    opened = net.createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(opened, 'listening')
    const aborter = new AbortController()
    const asked = ask([root], aborter.signal)
    await expect.poll(() => sockets.length).toBe(1)
    aborter.abort()
    await expect(asked).rejects.toThrow()
    const [socket] = sockets
    if (socket?.closed === false) await once(socket.resume(), 'close')
  })
})
