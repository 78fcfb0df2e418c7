import { expect, test } from 'vitest'
import { parseFlags } from './flags.ts'
import { tlsVersions } from './tls-versions.ts'

test.each([
  [[], { minVersion: 'TLSv1.2' }],
  [['--tls-min-version=VersionTLS13'], { minVersion: 'TLSv1.3' }],
  [['--tls-min-version=VersionTLS10'], { minVersion: 'TLSv1' }],
])('%j has the least version', (args, options) => {
  expect(tlsVersions(parseFlags(args))).toEqual(options)
})

test('refuses an unknown version and an unknown suite', () => {
  expect(() => tlsVersions(parseFlags(['--tls-min-version=1.2']))).toThrow('unknown tls version "1.2"')
  expect(() => tlsVersions(parseFlags(['--tls-cipher-suites=TLS_NONE']))).toThrow(
    "Cipher suite TLS_NONE not supported or doesn't exist",
  )
})

test.each([
  ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
  ['TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384', 'ECDHE-ECDSA-AES256-GCM-SHA384'],
  ['TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256', 'ECDHE-RSA-CHACHA20-POLY1305'],
  ['TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305', 'ECDHE-ECDSA-CHACHA20-POLY1305'],
  ['TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256', 'ECDHE-RSA-AES128-SHA256'],
  ['TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA', 'ECDHE-ECDSA-AES256-SHA'],
  ['TLS_RSA_WITH_AES_128_GCM_SHA256', 'AES128-GCM-SHA256'],
  ['TLS_RSA_WITH_AES_256_CBC_SHA', 'AES256-SHA'],
])('%s is %s', (suite, name) => {
  expect(
    tlsVersions(parseFlags([`--tls-cipher-suites=${suite}`]))
      .ciphers?.split(':')
      .slice(3),
  ).toEqual([name])
})

test('keeps the suites of TLS 1.3, once each', () => {
  const { ciphers } = tlsVersions(
    parseFlags(['--tls-cipher-suites=TLS_AES_256_GCM_SHA384,TLS_RSA_WITH_AES_128_CBC_SHA']),
  )
  expect(ciphers).toBe('TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:AES128-SHA')
})
