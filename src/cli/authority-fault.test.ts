import { expect, test } from 'vitest'
import { pemText } from '../../worker/certificates/pem.ts'
import { authorityFault } from './authority-fault.ts'

const certificate = pemText('CERTIFICATE', Uint8Array.of(0x30, 0x01, 0x00))
const broken = pemText('CERTIFICATE', Uint8Array.of(1, 2, 3))

test.each([
  [certificate, undefined],
  [broken + certificate, undefined],
  ['', 'unable to parse bytes as PEM block'],
  ['-----BEGIN CERTIFICATE-----\n'.repeat(30_000), 'unable to parse bytes as PEM block'],
  [broken, 'failed to parse certificate: x509: malformed certificate'],
  [pemText('A', Uint8Array.of(1)), 'no valid certificate authority data seen'],
  [certificate.replace('\n', '\na: b\n\n'), 'no valid certificate authority data seen'],
])('finds the authority in text %#', (text, fault) => expect(authorityFault(text)).toBe(fault))
