import { quote } from '../../api/go-format.ts'
import { readCertificate, readCertificates } from '../../certificates/certificate.ts'
import { readCertificateRequest } from '../../certificates/certificate-request.ts'
import { MalformedDer } from '../../certificates/der.ts'
import type { PemBlock } from '../../certificates/pem.ts'
import { pemBlocks } from '../../certificates/pem.ts'
import { signatureFault } from '../../certificates/signature.ts'
import { fromBase64Text } from '../../runtime/bytes.ts'

// The faults of certificates and of certificate requests, in the real server's words.

/** The message of the `MalformedDer` that `read` throws; undefined when it throws none. */
function faultOf(read: () => unknown): string | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (error instanceof MalformedDer) return error.message
    throw error
  }
}

/**
 * The fault of a certificate request, in a list; an empty list for a valid request.
 * @param base64 The value of `spec.request`: a PEM text in base64.
 */
export async function requestFaults(base64: string): Promise<readonly string[]> {
  const [block] = pemBlocks(fromBase64Text(base64))
  if (block?.type !== 'CERTIFICATE REQUEST') return ['PEM block type must be CERTIFICATE REQUEST']
  const { bytes } = block
  const malformed = faultOf(() => readCertificateRequest(bytes))
  const fault = malformed ?? (await signatureFault(readCertificateRequest(bytes)))
  return fault === undefined ? [] : [fault]
}

/**
 * The first fault of an issued certificate, in a list; an empty list for a valid certificate.
 * @param base64 The value of `status.certificate`: a PEM text in base64.
 */
export function certificateFaults(base64: string): readonly string[] {
  const blocks = pemBlocks(fromBase64Text(base64))
  if (blocks.length === 0) return ['must contain at least one CERTIFICATE PEM block']
  for (const { type, hasHeaders, bytes } of blocks) {
    if (type !== 'CERTIFICATE') return [`only CERTIFICATE PEM blocks are allowed, found ${quote(type)}`]
    if (hasHeaders) return ['no PEM block headers are permitted']
    if (bytes.length === 0) return ['found CERTIFICATE PEM block containing 0 certificates']
    const malformed = faultOf(() => readCertificates(bytes))
    if (malformed !== undefined) return [malformed]
  }
  return []
}

/**
 * All faults of a trust bundle's certificates.
 * @param text The PEM text of `spec.trustBundle`.
 */
export function trustAnchorFaults(text: string): readonly string[] {
  const blocks = pemBlocks(text)
  const faults = blocks.flatMap((block, index) => anchorFault(block, index) ?? [])
  if (faults.length > 0) return faults
  if (blocks.length === 0) return ['at least one trust anchor must be provided']
  const places = new Map<string, number[]>()
  blocks.forEach(({ bytes }, index) => {
    const key = bytes.join()
    places.set(key, [...(places.get(key) ?? []), index])
  })
  return [...places.values()]
    .filter((indices) => indices.length > 1)
    .map((indices) => `duplicate trust anchor (indices [${indices.join(' ')}])`)
}

function anchorFault({ type, hasHeaders, bytes }: PemBlock, index: number): string | undefined {
  if (type !== 'CERTIFICATE') return `entry ${index} has bad block type: ${type}`
  if (hasHeaders) return `entry ${index} has PEM block headers`
  if (faultOf(() => readCertificate(bytes)) !== undefined) return `entry ${index} does not parse as X.509`
  return readCertificate(bytes).isAuthority ? undefined : `entry ${index} does not have the CA bit set`
}
