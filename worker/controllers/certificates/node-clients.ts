import type { ApiObject } from '../../api/object.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { listAt, textAt } from '../../resources/path.ts'
import { nodeClientSigner } from './certificate-signers.ts'
import { requestedCertificate } from './requested-certificate.ts'

/** The access that a requester needs for approval, and the message of the approval. */
export interface Grant {
  /** The subresource of `certificatesigningrequests` that the requester must be allowed to create. */
  readonly subresource: string
  readonly message: string
}

const OWN: Grant = {
  subresource: 'selfnodeclient',
  message: 'Auto approving self {agent} client certificate after SubjectAccessReview.',
}
const ANY: Grant = {
  subresource: 'nodeclient',
  message: 'Auto approving {agent} client certificate after SubjectAccessReview.',
}

/** Whether a request belongs to the signer whose requests need no manual approval. */
export const isOfNodeClient = (request: ApiObject, { spell }: Pick<Dialect, 'spell'>): boolean =>
  textAt(request, 'spec.signerName') === spell(nodeClientSigner.name)

/** The grants of which the requester needs one, in the order of the checks; none when the signer would refuse the request. */
export function grantsFor(request: ApiObject): readonly Grant[] {
  const certificate = requestedCertificate(request)
  const usages = listAt(request, 'spec.usages').map(String)
  if (nodeClientSigner.fault(certificate, usages) !== undefined) return []
  return textAt(request, 'spec.username') === certificate.subject.commonName ? [OWN, ANY] : [ANY]
}
