import { repeatedIndexes } from '../../api/repeated.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { Place } from '../notation/place.ts'
import { listAt, textAt } from '../path.ts'
import { goStrings } from '../../api/go-source.ts'
import { ipAddress, isIPv6 } from '../rules/ip-addresses.ts'
import { isExternalName, isHeadless } from './service-types.ts'

// The IP families of a service, and its addresses in each.

export type Family = 'IPv4' | 'IPv6'
const familyOf = (address: string): Family => (isIPv6(address) ? 'IPv6' : 'IPv4')

const FAMILIES = ['IPv4', 'IPv6']
const POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack']

const texts = (spec: JsonObject, field: string): readonly string[] => listAt(spec, field).map(String)
const shown = (addresses: readonly string[]): string => goStrings([...addresses])

function checkFamilies(spec: JsonObject, place: Place): void {
  const families = texts(spec, 'ipFamilies')
  const repeated = repeatedIndexes(families)
  families.forEach((family, index) => {
    if (!FAMILIES.includes(family)) place.notSupported(family, FAMILIES, 'ipFamilies', index)
    if (repeated.has(index)) place.duplicate(family, 'ipFamilies', index)
  })
  const policy = spec['ipFamilyPolicy']
  if (typeof policy === 'string' && !POLICIES.includes(policy)) place.notSupported(policy, POLICIES, 'ipFamilyPolicy')
}

/** Whether each address is valid by itself. Too many addresses are only reported. */
function checkAddresses(addresses: readonly string[], place: Place): boolean {
  let good = true
  addresses.forEach((address, index) => {
    if (index === 0 && address === 'None') {
      if (addresses.length > 1) {
        place.invalidShown(shown(addresses), "'None' must be the first and only value", 'clusterIPs')
        good = false
      }
      return
    }
    for (const fault of ipAddress(address)) {
      place.invalid(address, fault, 'clusterIPs', index)
      good = false
    }
  })
  if (addresses.length > 2) place.invalidShown(shown(addresses), 'may only hold up to 2 values', 'clusterIPs')
  return good
}

/** Checks that `clusterIP`, `clusterIPs`, `ipFamilies` and `ipFamilyPolicy` agree; `place` is the spec. */
export function checkAddressFields(spec: JsonObject, place: Place): void {
  if (isExternalName(spec)) return
  const addresses = texts(spec, 'clusterIPs')
  const first = textAt(spec, 'clusterIP')
  const report = (text: string): void => place.invalidShown(shown(addresses), text, 'clusterIPs')
  if (addresses.length === 0 && first !== '') place.required('', 'clusterIPs')
  else if (addresses.length > 0 && first === '') report('must be empty when `clusterIP` is not specified')
  else if (addresses.length > 0 && first !== addresses[0]) report('first value must match `clusterIP`')
  checkFamilies(spec, place)
  if (!checkAddresses(addresses, place)) return
  const families = texts(spec, 'ipFamilies')
  if (addresses.length > 1 && new Set(addresses.map(familyOf)).size === 1) {
    report('may specify no more than one IP for each IP family')
  }
  if (isHeadless(spec)) return
  addresses.forEach((address, index) => {
    const family = families[index]
    if (family === undefined || !FAMILIES.includes(family) || familyOf(address) === family) return
    const text = `expected an ${family} value as indicated by \`ipFamilies[${index}]\``
    place.invalid(address, text, 'clusterIPs', index)
  })
}

/**
 * A service with the policy SingleStack may not name two families or addresses. This is checked before families are filled in.
 */
function checkSingle(spec: JsonObject, place: Place): void {
  if (spec['ipFamilyPolicy'] !== 'SingleStack') return
  const report = (what: string): void => {
    const text = `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`
    place.invalid('SingleStack', text, 'ipFamilyPolicy')
  }
  if (texts(spec, 'clusterIPs').length === 2) report('cluster IPs')
  if (texts(spec, 'ipFamilies').length === 2) report('IP families')
}

/** The named families must be configured in the cluster, and the policy RequireDualStack needs two of them. */
function checkConfigured(spec: JsonObject, configured: readonly Family[], place: Place): void {
  const policy = spec['ipFamilyPolicy']
  if (policy === 'RequireDualStack' && configured.length < 2) {
    place.invalid(policy, 'this cluster is not configured for dual-stack services', 'ipFamilyPolicy')
  }
  texts(spec, 'ipFamilies').forEach((family, index) => {
    if (!configured.some((one) => one === family)) {
      place.invalid(family, 'not configured on this cluster', 'ipFamilies', index)
    }
  })
}

const other = (family: Json | undefined): Family => (family === 'IPv4' ? 'IPv6' : 'IPv4')

/**
 * A headless service without a selector gets both families, because its endpoints may have either. The policy SingleStack keeps
 * it at one.
 */
function fillHeadless(spec: JsonObject, preferred: Family): void {
  const families = texts(spec, 'ipFamilies').length === 0 ? [preferred] : [...texts(spec, 'ipFamilies')]
  if (families.length < 2 && spec['ipFamilyPolicy'] !== 'SingleStack') families.push(other(families[0]))
  spec['ipFamilies'] = families
}

function inferFamilies(spec: JsonObject, configured: readonly Family[], place: Place): void {
  const families = [...texts(spec, 'ipFamilies')]
  const addresses = texts(spec, 'clusterIPs')
  addresses.forEach((address, index) => {
    if (address === 'None' || index < families.length) return
    const family = familyOf(address)
    if (configured.includes(family)) families.push(family)
    else place.invalidShown(shown(addresses), `${family} is not configured on this cluster`, 'clusterIPs', index)
  })
  if (families.length > 0) spec['ipFamilies'] = families
}

const SECOND: readonly (readonly [field: string, name: string])[] = [
  ['clusterIPs', 'cluster IP'],
  ['ipFamilies', 'IP family'],
]

/** The policy SingleStack releases the second address and family; an update with another policy that omits them is a fault. */
function releaseSecond(spec: JsonObject, old: JsonObject, place: Place): void {
  for (const [field, name] of SECOND) {
    const [now, before] = [texts(spec, field), texts(old, field)]
    if (spec['ipFamilyPolicy'] === 'SingleStack') {
      if (now.length > 1 && now.join() === before.join()) spec[field] = now.slice(0, 1)
    } else if (now.length > 0 && now.length < before.length) {
      const text = `must be 'SingleStack' to release the secondary ${name}`
      place.invalid(spec['ipFamilyPolicy'], text, 'ipFamilyPolicy')
    }
  }
}

/**
 * Fills in the families of a service before it gets its addresses; `configured` are the cluster's, the preferred one
 * first.
 */
export function fillFamilies(
  spec: JsonObject,
  old: JsonObject | undefined,
  configured: readonly Family[],
  place: Place,
): void {
  if (isExternalName(spec)) return
  const selector = isObject(spec['selector']) ? Object.keys(spec['selector']) : []
  const isAlone = spec['clusterIP'] === 'None' && selector.length === 0
  spec['ipFamilyPolicy'] ??= old?.['ipFamilyPolicy'] ?? (isAlone ? 'RequireDualStack' : 'SingleStack')
  checkAddressFields(spec, place)
  if (place.errors.length > 0) return
  if (old !== undefined) releaseSecond(spec, old, place)
  checkSingle(spec, place)
  inferFamilies(spec, configured, place)
  if (place.errors.length > 0) return
  const [preferred = 'IPv4'] = configured
  if (isAlone) return fillHeadless(spec, preferred)
  checkConfigured(spec, configured, place)
  if (place.errors.length > 0) return
  const families = texts(spec, 'ipFamilies').length === 0 ? [preferred] : [...texts(spec, 'ipFamilies')]
  if (spec['ipFamilyPolicy'] !== 'SingleStack' && families.length < 2 && configured.length > 1) {
    families.push(other(families[0]))
  }
  spec['ipFamilies'] = families
}
