import { describe, expect, it } from 'vitest'
import type { ApiRequest } from '../api/exchange.ts'
import type { CertificateFacts, Issued } from '../certificates/der-fixture.ts'
import { issue, pem } from '../certificates/der-fixture.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { clientCertificate } from './client-certificate.ts'
import { frontProxy } from './front-proxy.ts'

const clock = virtualClock(Date.UTC(2024, 6, 1))
const named = (commonName: string): CertificateFacts['subject'] => ({ '2.5.4.3': commonName })
const authority = await issue({ subject: named('authority'), isAuthority: true })

function requestWith(certificates: readonly Issued[], headers: Readonly<Record<string, string>> = {}): ApiRequest {
  return {
    method: 'GET',
    url: '/',
    headers: new Map(Object.entries(headers)),
    peerCertificates: certificates.map(({ bytes }) => bytes),
    signal: new AbortController().signal,
  }
}

const context = { audiences: [], warn: () => undefined }

describe('clientCertificate', () => {
  const method = clientCertificate(pem(authority.bytes), clock)
  const ask = async (...certificates: readonly Issued[]) => method.authenticate(requestWith(certificates), context)

  it('uses the common name as user name and the organizations as groups', async () => {
    const alice = await issue({ subject: { '2.5.4.10': 'dev', '2.5.4.3': 'alice' } }, authority)
    expect(await ask(alice)).toEqual({ username: 'alice', uid: '', groups: ['dev'], extra: {} })
  })

  it('returns no user without a certificate', async () => {
    expect(await ask()).toBeUndefined()
  })

  it.each([
    ['that has expired', { notAfter: '240630235959Z' }, 'expired'],
    ['that is not yet valid', { notBefore: '240701000001Z' }, 'not yet valid'],
    ['without a name', { subject: { '2.5.4.10': 'dev' } }, 'cn= is required'],
  ])('refuses a certificate %s', async (_what, facts, fault) => {
    await expect(ask(await issue({ subject: named('alice'), ...facts }, authority))).rejects.toThrow(fault)
  })

  it('refuses a certificate that another authority signed', async () => {
    const other = await issue({ subject: named('other'), isAuthority: true })
    await expect(ask(await issue({ subject: named('alice') }, other), other)).rejects.toThrow('unknown authority')
  })

  it('ignores further certificates when the first one is unreadable', async () => {
    const alice = await issue({ subject: named('alice') }, authority)
    const unreadable = { ...alice, bytes: Uint8Array.of(1, 2, 3) }
    await expect(ask(unreadable, alice)).rejects.toThrow('unknown authority')
  })
})

describe('frontProxy', () => {
  const method = frontProxy(
    {
      authorities: pem(authority.bytes),
      allowedNames: ['proxy'],
      usernameHeaders: ['X-Remote-User', 'X-Other-User'],
      groupHeaders: ['X-Remote-Group'],
      extraHeaderPrefixes: ['X-Remote-Extra-'],
    },
    clock,
  )

  it('reads the user from the headers of the proxy', async () => {
    const proxy = await issue({ subject: named('proxy') }, authority)
    const headers = { 'x-other-user': 'zoe', 'x-remote-group': 'a, b', 'x-remote-extra-example.com%2fscope': 'x, y' }
    expect(await method.authenticate(requestWith([proxy], headers), context)).toEqual({
      username: 'zoe',
      uid: '',
      groups: ['a', 'b'],
      extra: { 'example.com/scope': ['x', 'y'] },
    })
    expect(await method.authenticate(requestWith([proxy]), context)).toBeUndefined()
  })

  it('refuses a certificate that does not name the proxy', async () => {
    const other = await issue({ subject: named('other') }, authority)
    const asked = method.authenticate(requestWith([other], { 'x-remote-user': 'zoe' }), context)
    await expect(asked).rejects.toThrow('not in the allowed list')
  })
})
