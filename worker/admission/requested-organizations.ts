import { readCertificateRequest } from '../certificates/certificate-request.ts'
import { MalformedDer } from '../certificates/der.ts'
import { pemBlocks } from '../certificates/pem.ts'
import { fromBase64Text } from '../runtime/bytes.ts'

/** The organizations in the subject of a certificate request (PEM in base64); for an unreadable request, the error text. */
export function requestedOrganizations(base64: string): readonly string[] | string {
  const [block] = pemBlocks(fromBase64Text(base64))
  if (block?.type !== 'CERTIFICATE REQUEST') return 'PEM block type must be CERTIFICATE REQUEST'
  try {
    return readCertificateRequest(block.bytes).subject.organizations
  } catch (error) {
    if (error instanceof MalformedDer) return error.message
    throw error
  }
}
