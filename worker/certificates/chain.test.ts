import { describe, expect, it } from 'vitest'
import type { Certificate } from './certificate.ts'
import { readCertificate } from './certificate.ts'
import { findChain } from './chain.ts'
import type { CertificateFacts, Issued } from './der-fixture.ts'
import { issue } from './der-fixture.ts'

const CLIENT = '1.3.6.1.5.5.7.3.2'
const SERVER = '1.3.6.1.5.5.7.3.1'
const named = (commonName: string): CertificateFacts['subject'] => ({ '2.5.4.3': commonName })
const read = ({ bytes }: Issued): Certificate => readCertificate(bytes)

const root = await issue({ subject: named('root'), isAuthority: true })
const trust = { authorities: [read(root)], purpose: CLIENT }
const chainOf = (leaf: Issued, ...others: readonly Issued[]) => findChain(read(leaf), others.map(read), trust)

describe('findChain', () => {
  it('finds the authority that has signed, and the validity of the chain', async () => {
    const leaf = await issue({ subject: named('a'), notBefore: '240601000000Z', notAfter: '300101000000Z' }, root)
    expect(await chainOf(leaf)).toEqual({
      notBefore: Date.UTC(2024, 5, 1),
      notAfter: Date.UTC(2025, 11, 31, 23, 59, 59),
    })
  })

  it('uses intermediate certificates of the client', async () => {
    const between = await issue({ subject: named('between'), isAuthority: true }, root)
    const leaf = await issue({ subject: named('a') }, between)
    expect(await chainOf(leaf, between)).toBeDefined()
    expect(await chainOf(leaf)).toBeUndefined()
  })

  it('uses an authority with name constraints only for names that it may certify', async () => {
    const limited = await issue({ subject: named('limited'), isAuthority: true, permittedDomain: 'example.com' }, root)
    const leafOf = (dnsName?: string) => issue({ subject: named('a'), ...(dnsName && { dnsName }) }, limited)
    expect(await chainOf(await leafOf(), limited)).toBeDefined()
    expect(await chainOf(await leafOf('a.example.com'), limited)).toBeDefined()
    expect(await chainOf(await leafOf('example.org'), limited)).toBeUndefined()
  })

  it('does not use intermediates that may not sign', async () => {
    const plain = await issue({ subject: named('plain') }, root)
    expect(await chainOf(await issue({ subject: named('a') }, plain), plain)).toBeUndefined()
  })

  it('accepts a configured authority of version 1, but no intermediate certificate of this version', async () => {
    const old = await issue({ subject: named('old'), isOld: true })
    const leaf = await issue({ subject: named('a') }, old)
    const trusted = { authorities: [read(old)], purpose: CLIENT }
    expect(read(old).version).toBe(1)
    expect(await findChain(read(leaf), [], trusted)).toBeDefined()
    const between = await issue({ subject: named('between'), isOld: true }, root)
    expect(await chainOf(await issue({ subject: named('a') }, between), between)).toBeUndefined()
  })

  it('checks signatures, not only names', async () => {
    const impostor = await issue({ subject: named('root'), isAuthority: true })
    expect(await chainOf(await issue({ subject: named('a') }, impostor), impostor)).toBeUndefined()
    expect(await chainOf(await issue({ subject: named('self') }))).toBeUndefined()
  })

  it.each([
    ['no named purpose', {}, true],
    ['clients', { purposes: [CLIENT, SERVER] }, true],
    ['everything', { purposes: ['2.5.29.37.0'] }, true],
    ['servers alone', { purposes: [SERVER] }, false],
    ['an unknown critical extension', { demands: true }, false],
  ])('judges a client certificate by its purposes and its critical extensions: %s', async (_what, facts, good) => {
    const chain = await chainOf(await issue({ subject: named('a'), ...facts }, root))
    expect(chain !== undefined).toBe(good)
  })

  it('stops at certificates that all sign each other', async () => {
    const keys = await Promise.all(Array.from({ length: 7 }, () => issue({ subject: named('x'), isAuthority: true })))
    const crossed = await Promise.all(keys.map((key) => issue({ subject: named('x'), isAuthority: true }, key)))
    const leaf = await issue({ subject: named('a') }, keys[0])
    expect(await chainOf(leaf, ...keys, ...crossed)).toBeUndefined()
  })
})
