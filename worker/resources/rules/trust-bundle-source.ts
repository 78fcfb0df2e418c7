import { dnsSubdomain, type NameRule } from '../../api/names.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { goLabelSelector, goPointer, goStruct } from '../../api/go-source.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkObject, where } from '../notation/rule.ts'
import { textAt } from '../path.ts'
import { pathFaults } from './file-paths.ts'
import { labelSelector } from './label-selector.ts'
import { signerName } from './signer-name.ts'

/** The name that the real server gives to the source in errors. */
export const SHOWN_SOURCE = 'clusterTrustBundlePEM'

const goSource = goStruct('core.ClusterTrustBundleProjection', {
  Name: ['name', goPointer('string')],
  SignerName: ['signerName', goPointer('string')],
  LabelSelector: ['labelSelector', goPointer('v1.LabelSelector')],
  Optional: ['optional', goPointer('bool')],
  Path: 'path',
})

/**
 * The faults of a trust bundle's name. The name of a signer's bundle begins with the signer's name, in which colons replace
 * slashes.
 */
export function trustBundleNameFaults(name: string, signer: string, rule: NameRule = dnsSubdomain): readonly string[] {
  if (signer === '') {
    return name.includes(':') ? ['ClusterTrustBundle without signer name must not have ":" in its name'] : rule(name)
  }
  const prefix = `${signer.replaceAll('/', ':')}:`
  return name.startsWith(prefix)
    ? rule(name.slice(prefix.length))
    : [`ClusterTrustBundle for signerName ${signer} must be named with prefix ${prefix}`]
}

function namedBundle(source: JsonObject, place: Place): void {
  const name = textAt(source, 'name')
  if (name === '') place.required('must be a valid object name', 'name')
  const end = name.lastIndexOf(':')
  const signer = end < 0 ? '' : name.slice(0, end).replaceAll(':', '/')
  for (const fault of trustBundleNameFaults(name, signer)) {
    place.invalid(name, `not a valid clustertrustbundlename: ${fault}`, 'name')
  }
  const selector = source['labelSelector']
  if (isObject(selector)) {
    const why = 'labelSelector must be unset if name is specified'
    place.invalidShown(goLabelSelector(selector), why, 'labelSelector')
  }
}

const chosen = checkObject((source, place) => {
  const [isNamed, isOfSigner] = ['name', 'signerName'].map((field) => typeof source[field] === 'string')
  if (isNamed && isOfSigner) place.invalidShown(goSource(source), 'only one of name and signerName may be used')
  else if (isNamed) namedBundle(source, place)
  else if (!isOfSigner) place.required('either name or signerName must be specified')
  else if (source['signerName'] === '') place.required('must be a valid signer name', 'signerName')
})

const path = checkObject((source, place) => {
  const given = textAt(source, 'path')
  if (given === '') place.required('', 'path')
  for (const fault of pathFaults(given)) place.invalid(given, fault, 'path')
})

/** A source of a projected volume: the trust bundle of a name, or the bundles of a signer that a selector matches. */
export const trustBundleSource: readonly Rule[] = [
  chosen,
  where(
    ({ name, signerName: signer }) => name === undefined && signer !== undefined,
    at('signerName', signerName),
    at('labelSelector', labelSelector),
  ),
  path,
]
