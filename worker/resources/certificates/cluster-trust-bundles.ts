import { dnsSubdomain } from '../../api/names.ts'
import type { ApiObject } from '../../api/object.ts'
import { text } from '../columns.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkAlways, where } from '../notation/rule.ts'
import { textAt } from '../path.ts'
import { maskDash } from '../object-meta.ts'
import { immutableText } from '../rules/immutability.ts'
import { nameFromSpec } from '../rules/name-from-spec.ts'
import { signerName } from '../rules/signer-name.ts'
import { trustBundleNameFaults } from '../rules/trust-bundle-source.ts'
import type { Findings } from '../findings.ts'
import type { Kind } from '../resource.ts'

const HIDDEN = '<value omitted>'

const name = nameFromSpec((given, bundle, isPrefix) =>
  trustBundleNameFaults(given, textAt(bundle, 'spec.signerName'), (part) =>
    dnsSubdomain(isPrefix ? maskDash(part) : part),
  ),
)

const anchors = checkAlways((value, place) => {
  for (const fault of place.found(value)) place.invalid(HIDDEN, fault)
})

async function examine(bundle: ApiObject): Promise<Findings> {
  const { trustAnchorFaults } = await import('./examination.ts')
  const text = textAt(bundle, 'spec.trustBundle')
  return new Map([[`spec.trustBundle ${text}`, trustAnchorFaults(text)]])
}

const given = where(({ signerName: signer }) => signer !== undefined && signer !== '', at('signerName', signerName))

const rules: readonly Rule[] = [name, at('spec', given, at('trustBundle', anchors))]

export const clusterTrustBundles = {
  resource: 'certificates.{domain}/clustertrustbundles',
  rules,
  updates: [...rules, at('spec', at('signerName', immutableText))],
  behaviour: () => ({
    examine,
    // The name is validated together with the signer's.
    nameRule: () => [],
    beforeMetadata: ['metadata.name'],
    fieldSelectors: { 'spec.signerName': (bundle: ApiObject) => textAt(bundle, 'spec.signerName') },
    columns: [
      text(
        'SignerName',
        "signerName indicates the associated signer, if any.\n\nIn order to create or update a ClusterTrustBundle that sets signerName, you must have the following cluster-scoped permission: group=certificates.{domain} resource=signers resourceName=<the signer name> verb=attest.\n\nIf signerName is not empty, then the ClusterTrustBundle object must be named with the signer name as a prefix (translating slashes to colons). For example, for the signer name `example.com/foo`, valid ClusterTrustBundle object names include `example.com:foo:abc` and `example.com:foo:v1`.\n\nIf signerName is empty, then the ClusterTrustBundle object's name must not have such a prefix.\n\nList/watch requests for ClusterTrustBundles can filter on this field using a `spec.signerName=NAME` field selector.",
        (bundle) => textAt(bundle, 'spec.signerName') || '<none>',
      ),
    ],
  }),
} satisfies Kind
