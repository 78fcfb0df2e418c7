import { dnsSubdomain } from '../../api/names.ts'
import type { ApiObject } from '../../api/object.ts'
import { text } from '../columns.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkAlways, checkObject, where } from '../notation/rule.ts'
import { textAt } from '../path.ts'
import { immutableText } from '../rules/immutability.ts'
import { pemBlocks } from '../rules/pem-blocks.ts'
import { signerName } from '../rules/signer-name.ts'
import type { Kind } from '../resource.ts'

const HIDDEN = '<value omitted>'

/** The bundle of a signer has the signer's name before its own. */
function nameFaults(name: string, signer: string): readonly string[] {
  if (signer === '') {
    return name.includes(':')
      ? ['ClusterTrustBundle without signer name must not have ":" in its name']
      : dnsSubdomain(name)
  }
  const prefix = `${signer.replaceAll('/', ':')}:`
  return name.startsWith(prefix)
    ? dnsSubdomain(name.slice(prefix.length))
    : [`ClusterTrustBundle for signerName ${signer} must be named with prefix ${prefix}`]
}

const name = checkObject((bundle, place) => {
  const given = textAt(bundle, 'metadata.name')
  for (const fault of nameFaults(given, textAt(bundle, 'spec.signerName'))) {
    place.invalid(given, fault, 'metadata', 'name')
  }
})

const anchors = checkAlways((value, place) => {
  const blocks = pemBlocks(typeof value === 'string' ? value : '')
  if (blocks.length === 0) return place.invalid(HIDDEN, 'at least one trust anchor must be provided')
  const seen = new Map<string, number>()
  blocks.forEach(({ type, hasHeaders, body }, index) => {
    if (type !== 'CERTIFICATE') return place.invalid(HIDDEN, `entry ${index} has bad block type: ${type}`)
    if (hasHeaders) return place.invalid(HIDDEN, `entry ${index} has PEM block headers`)
    const first = seen.get(body)
    if (first !== undefined) place.invalid(HIDDEN, `duplicate trust anchor (indices [${first} ${index}])`)
    else seen.set(body, index)
  })
})

const given = where(({ signerName: signer }) => signer !== undefined && signer !== '', at('signerName', signerName))

const rules: readonly Rule[] = [name, at('spec', given, at('trustBundle', anchors))]

export const clusterTrustBundles = {
  resource: 'certificates.{domain}/clustertrustbundles',
  rules,
  updates: [...rules, at('spec', at('signerName', immutableText))],
  behaviour: () => ({
    // The name is judged together with the signer's.
    nameRule: () => [],
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
