import { quote } from '../../api/go-format.ts'
import { textAt } from '../../resources/path.ts'
import type { AdmissionContext, AdmissionPlugin } from '../admission.ts'
import { refused } from '../refusal.ts'
import { operations } from '../scopes.ts'
import { signerPermission } from '../signers.ts'

/** The approver of a certificate request needs permission to `approve` for its signer. */
export function certificateApproval(context: AdmissionContext) {
  const mayApprove = signerPermission(context, 'approve')
  return {
    name: 'CertificateApproval',
    handles: operations('UPDATE').on(
      context.dialect.spell('certificatesigningrequests.certificates.{domain}/approval'),
    ),
    async validate(request) {
      const signerName = textAt(request.oldObject ?? {}, 'spec.signerName')
      if (await mayApprove(request.user, signerName)) return
      throw refused(request, `user not permitted to approve requests with signerName ${quote(signerName)}`)
    },
  } satisfies AdmissionPlugin
}
