import { textAt } from '../../resources/path.ts'
import type { AdmissionContext, AdmissionPlugin } from '../admission.ts'
import { refused } from '../refusal.ts'
import { operations } from '../scopes.ts'

const MASTERS = 'system:masters'

/** Refuses certificates for `system:masters` from the signer that the server itself trusts. */
export function certificateSubjectRestriction({ dialect }: AdmissionContext) {
  const signer = dialect.spell('{labels}/{signer}apiserver-client')
  return {
    name: 'CertificateSubjectRestriction',
    handles: operations('CREATE').on(dialect.spell('certificatesigningrequests.certificates.{domain}')),
    async validate(request) {
      const { object = {} } = request
      if (textAt(object, 'spec.signerName') !== signer) return
      const { requestedOrganizations } = await import('../requested-organizations.ts')
      const organizations = requestedOrganizations(textAt(object, 'spec.request'))
      if (typeof organizations === 'string') throw refused(request, `failed to parse CSR: ${organizations}`)
      if (!organizations.includes(MASTERS)) return
      throw refused(request, `use of ${signer} signer with ${MASTERS} group is not allowed`)
    },
  } satisfies AdmissionPlugin
}
