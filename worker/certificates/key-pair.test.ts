import { describe, expect, it } from 'vitest'
import { pemText } from './pem.ts'
import { keyPairFault } from './key-pair.ts'

const SHELL = Uint8Array.of(0x30, 0x01, 0x00)
const block = (type: string, bytes = SHELL): string => pemText(type, bytes)

describe('keyPairFault', () => {
  const [certificate, key] = [block('CERTIFICATE'), block('RSA PRIVATE KEY')]

  it('accepts a pair with well-formed outer sequences', () => expect(keyPairFault(certificate, key)).toBeUndefined())

  it.each([
    ['a', 'b', 'tls: failed to find any PEM data in certificate input'],
    [key, certificate, 'PEM inputs may have been switched'],
    [block('A') + block('B'), key, 'of the following types: [A B]'],
    [certificate, '', 'tls: failed to find any PEM data in key input'],
    [certificate, certificate, 'tls: found a certificate rather than a key in the PEM for the private key'],
    [certificate, block('A'), 'of the following types: [A]'],
    [block('CERTIFICATE', Uint8Array.of(1, 2, 3)), key, 'x509: malformed certificate'],
    [block('CERTIFICATE', Uint8Array.of(0x30, 0x00, 0x00)), key, 'x509: trailing data'],
    [certificate, block('PRIVATE KEY', Uint8Array.of(1)), 'tls: failed to parse private key'],
  ])('refuses %j and %j: %s', (first, second, fault) => expect(keyPairFault(first, second)).toContain(fault))
})
