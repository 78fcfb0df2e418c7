import { quote } from '../../api/go-format.ts'
import { equalJson } from '../../patch/json-values.ts'
import { textAt, valueAt } from '../../resources/path.ts'
import type { AdmissionContext, AdmissionPlugin } from '../admission.ts'
import { refused } from '../refusal.ts'
import { operations } from '../scopes.ts'
import { signerPermission } from '../signers.ts'

const SIGNED = ['status.certificate', 'status.conditions'] as const

/**
 * A change of `status.certificate` or `status.conditions` needs permission to `sign` for the signer of the stored
 * CertificateSigningRequest.
 */
export function certificateSigning(context: AdmissionContext) {
  const maySign = signerPermission(context, 'sign')
  return {
    name: 'CertificateSigning',
    handles: operations('UPDATE').on(context.dialect.spell('certificatesigningrequests.certificates.{domain}/status')),
    async validate(request) {
      const { object = {}, oldObject = {}, user } = request
      if (SIGNED.every((path) => equalJson(valueAt(object, path), valueAt(oldObject, path)))) return
      const signerName = textAt(oldObject, 'spec.signerName')
      if (await maySign(user, signerName)) return
      throw refused(request, `user not permitted to sign requests with signerName ${quote(signerName)}`)
    },
  } satisfies AdmissionPlugin
}
