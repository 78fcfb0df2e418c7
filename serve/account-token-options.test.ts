import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountTokenOptions } from './account-token-options.ts'
import { parseFlags } from './flags.ts'

const read = (...flags: string[]) => accountTokenOptions(parseFlags(flags))

describe('accountTokenOptions', () => {
  let folder = ''
  const place = (name: string) => join(folder, name)
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'token-keys-'))
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = (key: typeof publicKey) => key.export({ type: 'spki', format: 'pem' }).toString()
    writeFileSync(place('key'), privateKey.export({ type: 'sec1', format: 'pem' }))
    writeFileSync(place('both.pub'), pem(publicKey) + pem(other.publicKey))
    writeFileSync(place('nothing'), 'no key')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('gives no keys without a key file', () => {
    expect(read()).toEqual({})
    expect(read('--service-account-issuer=https://a').serviceAccounts).toEqual({ issuers: ['https://a'], lookup: true })
  })

  it('reads the longest lifetime and the address of the keys, and refuses invalid ones', () => {
    const { serviceAccounts } = read(
      '--service-account-issuer=https://a',
      '--service-account-max-token-expiration=2h',
      '--service-account-extend-token-expiration=false',
      '--service-account-jwks-uri=https://keys.example/jwks',
    )
    expect(serviceAccounts).toMatchObject({ longest: 7200, extends: false, keysAddress: 'https://keys.example/jwks' })
    expect(() => read('--service-account-max-token-expiration=1m')).toThrow('between 1h and 2^32 seconds')
    expect(() => read('--service-account-issuer=a', '--service-account-jwks-uri=http://a')).toThrow('an https address')
  })

  it('reads every key of a file', () => {
    const { serviceAccounts } = read(
      '--service-account-issuer=https://a',
      `--service-account-signing-key-file=${place('key')}`,
      `--service-account-key-file=${place('both.pub')}`,
    )
    expect(serviceAccounts?.keys?.signing).toMatchObject({ kty: 'EC', crv: 'P-256', d: expect.any(String) as string })
    expect(serviceAccounts?.keys?.verifying.map(({ kty, d }) => [kty, d])).toEqual([
      ['EC', undefined],
      ['RSA', undefined],
    ])
  })

  it('refuses keys without an issuer, and a file without a key of the right type', () => {
    expect(() => read(`--service-account-key-file=${place('both.pub')}`)).toThrow('name who signs with the given keys')
    const issuer = '--service-account-issuer=https://a'
    expect(() => read(issuer, `--service-account-key-file=${place('nothing')}`)).toThrow('holds no key')
    expect(() => read(issuer, `--service-account-signing-key-file=${place('both.pub')}`)).toThrow(
      'service-account-signing-key-file',
    )
  })
})
