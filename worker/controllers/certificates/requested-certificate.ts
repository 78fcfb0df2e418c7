import type { ApiObject } from '../../api/object.ts'
import type { CertificateRequest } from '../../certificates/certificate-request.ts'
import { readCertificateRequest } from '../../certificates/certificate-request.ts'
import { decodeBase64, pemBlocks } from '../../certificates/pem.ts'
import { textAt } from '../../resources/path.ts'

/** What a CertificateSigningRequest asks for. Its creation has checked that it can be read. */
export function requestedCertificate(object: ApiObject): CertificateRequest {
  const [block] = pemBlocks(new TextDecoder().decode(decodeBase64(textAt(object, 'spec.request'))))
  if (block === undefined) throw new Error(`${object.metadata?.name ?? ''} is no request for a certificate`)
  return readCertificateRequest(block.bytes)
}
