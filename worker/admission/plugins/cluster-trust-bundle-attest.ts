import { quote } from '../../api/go-format.ts'
import type { ApiObject } from '../../api/object.ts'
import { equalJson } from '../../patch/json-values.ts'
import { textAt } from '../../resources/path.ts'
import type { AdmissionContext, AdmissionPlugin } from '../admission.ts'
import { refused } from '../refusal.ts'
import { operations } from '../scopes.ts'
import { signerPermission } from '../signers.ts'

/** A writer of a signer's trust bundle needs permission to `attest` for the signer. */
export function clusterTrustBundleAttest(context: AdmissionContext) {
  const mayAttest = signerPermission(context, 'attest')
  return {
    name: 'ClusterTrustBundleAttest',
    handles: operations('CREATE', 'UPDATE').on(context.dialect.spell('clustertrustbundles.certificates.{domain}')),
    async validate(request) {
      const { object = {}, oldObject } = request
      const signerName = textAt(object, 'spec.signerName')
      // The garbage collector changes only owners and finalizers. It needs no permission for a signer.
      if (oldObject !== undefined && equalJson(withoutOwners(object), withoutOwners(oldObject))) return
      if (signerName === '' || (await mayAttest(request.user, signerName))) return
      throw refused(request, `user not permitted to attest for signerName ${quote(signerName)}`)
    },
  } satisfies AdmissionPlugin
}

const withoutOwners = (bundle: ApiObject): ApiObject => {
  const {
    ownerReferences: _owners,
    finalizers: _finalizers,
    managedFields: _managed,
    ...metadata
  } = bundle.metadata ?? {}
  return { ...bundle, metadata }
}
