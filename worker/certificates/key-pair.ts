import { isUniversal, MalformedDer, readElement, TAG } from './der.ts'
import type { PemBlock } from './pem.ts'
import { pemBlocks } from './pem.ts'

const isKey = ({ type }: PemBlock): boolean => type === 'PRIVATE KEY' || type.endsWith(' PRIVATE KEY')

const listed = (blocks: readonly PemBlock[]): string => `[${blocks.map(({ type }) => type).join(' ')}]`

/** The number of bytes after the first element; undefined when that element is not a sequence. */
function afterSequence(bytes: Uint8Array<ArrayBuffer>): number | undefined {
  try {
    const { element, rest } = readElement(bytes)
    return isUniversal(element, TAG.sequence) ? rest.length : undefined
  } catch (error) {
    if (error instanceof MalformedDer) return undefined
    throw error
  }
}

function missingCertificate(blocks: readonly PemBlock[]): string {
  const [only] = blocks
  if (only === undefined) return 'tls: failed to find any PEM data in certificate input'
  if (blocks.length === 1 && only.type.endsWith('PRIVATE KEY')) {
    return 'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched'
  }
  return `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: ${listed(blocks)}`
}

function missingKey(blocks: readonly PemBlock[]): string {
  const [only] = blocks
  if (only === undefined) return 'tls: failed to find any PEM data in key input'
  if (blocks.length === 1 && only.type === 'CERTIFICATE') {
    return 'tls: found a certificate rather than a key in the PEM for the private key'
  }
  return `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: ${listed(blocks)}`
}

/** The fault of the bytes of a certificate, with the message of the real server's parser; undefined without a fault. */
export function certificateFault(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  const trailing = afterSequence(bytes)
  if (trailing === undefined) return 'x509: malformed certificate'
  return trailing > 0 ? 'x509: trailing data' : undefined
}

/**
 * The fault of a certificate or its key, with the message of the real server's parser; undefined without a fault. The
 * contents of a well-formed outer sequence are not checked.
 */
export function keyPairFault(certificateText: string, keyText: string): string | undefined {
  const certificates = pemBlocks(certificateText)
  const certificate = certificates.find(({ type }) => type === 'CERTIFICATE')
  if (certificate === undefined) return missingCertificate(certificates)
  const keys = pemBlocks(keyText)
  const key = keys.find(isKey)
  if (key === undefined) return missingKey(keys)
  const fault = certificateFault(certificate.bytes)
  if (fault !== undefined) return fault
  return afterSequence(key.bytes) === undefined ? 'tls: failed to parse private key' : undefined
}
