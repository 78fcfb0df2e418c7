import { fromBase64Text } from '../../runtime/bytes.ts'
import type { ApiObject } from '../../api/object.ts'
import type { CertificateRequest } from '../../certificates/certificate-request.ts'
import { readCertificateRequest } from '../../certificates/certificate-request.ts'
import { pemBlocks } from '../../certificates/pem.ts'
import { textAt } from '../../resources/path.ts'

/** Parses the request in a CertificateSigningRequest, which the validation of the object has already parsed once. */
export function requestedCertificate(object: ApiObject): CertificateRequest {
  const [block] = pemBlocks(fromBase64Text(textAt(object, 'spec.request')))
  if (block === undefined) throw new Error(`${object.metadata?.name ?? ''} is not a request for a certificate`)
  return readCertificateRequest(block.bytes)
}
