import type { JsonObject } from '../../api/json.ts'
import type { NameRule } from '../../api/names.ts'
import { dnsSubdomain, pathSegment } from '../../api/names.ts'
import type { ApiObject } from '../../api/object.ts'
import { asGiven } from '../../api/given-empty.ts'
import { isObject } from '../../api/json.ts'
import { equalJson } from '../../patch/json-values.ts'
import { age, text } from '../columns.ts'
import type { Rule } from '../notation/rule.ts'
import { at, check, checkObject, named, required } from '../notation/rule.ts'
import { listAt, textAt, valueAt } from '../path.ts'
import { goStrings, goStruct } from '../../api/go-source.ts'
import { immutableAs, shownOrNull } from '../rules/immutability.ts'
import type { Network } from '../../api/ip-parsing.ts'
import { AddressError, formatAddress, isMasked, parseAddress, parseNetwork, readNetwork } from '../../api/ip-parsing.ts'
import type { Kind } from '../resource.ts'

/** The parsed text, or the message of the parser's error. */
function read<T>(parse: (text: string) => T, text: string): T | string {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof AddressError) return error.message
    throw error
  }
}

const canonical = ({ address, length }: Network): string => `${formatAddress(address)}/${length}`

const network: NameRule = (given) => {
  const found = read(parseNetwork, given)
  if (typeof found === 'string') return [found]
  return [
    ...(isMasked(found) ? [] : ["wrong CIDR format, IP doesn't match network IP address"]),
    ...(canonical(found) === given ? [] : ['CIDR not in RFC 5952 canonical format']),
  ]
}

const isOneOfEach = (given: readonly string[]): boolean =>
  new Set(given.map((text) => readNetwork(text)?.address.bits)).size === 2 &&
  given.every((text) => readNetwork(text) !== undefined)

const networks: Rule = check((value, place) => {
  const given = Array.isArray(value) ? value.map(String) : []
  const shown = `networking.ServiceCIDRSpec{CIDRs:${goStrings(value)}}`
  if (given.length > 2) return place.invalidShown(shown, 'may only hold up to 2 values')
  if (given.length === 2 && !isOneOfEach(given)) {
    const text = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64'
    return place.invalidShown(shown, text)
  }
  given.forEach((one, index) => {
    for (const fault of network(one)) place.invalid(one, fault, index)
  })
})

const cidrs: Rule = at('spec.cidrs', required('at least one CIDR required'), networks)

const fixed: Rule = at(
  'spec',
  checkObject((spec, place, old) => {
    if (old === undefined || equalJson(spec['cidrs'] ?? [], old['cidrs'] ?? [])) return
    place.invalidShown(goStrings(asGiven(spec, 'cidrs')), 'field is immutable', 'cidrs')
  }),
)

export const serviceCidrs = {
  resource: 'networking.{domain}/servicecidrs',
  rules: [cidrs],
  updates: [cidrs, fixed],
  behaviour: () => ({
    // As on the real server, every write may change the status; a write of `/status` keeps the spec.
    statusFields: [],
    subresources: { status: { prepareUpdate: (cidr, old) => void (cidr['spec'] = old['spec']) } },
    columns: [
      text(
        'CIDRs',
        'CIDRs defines the IP blocks in CIDR notation (e.g. "192.168.0.0/24" or "2001:db8::/64") from which to assign service cluster IPs. Max of two CIDRs is allowed, one of each IP family. This field is immutable.',
        (cidr) => listAt(cidr, 'spec.cidrs').map(String).join(','),
      ),
      age,
    ],
  }),
} satisfies Kind

const goParent = goStruct('networking.ParentReference', {
  Group: 'group',
  Resource: 'resource',
  Namespace: 'namespace',
  Name: 'name',
})

function parent(address: ApiObject): string {
  const reference: unknown = valueAt(address, 'spec.parentRef')
  if (!isObject(reference)) return '<none>'
  const part = (field: string): string => textAt(reference, field)
  const resource = part('group') === '' ? part('resource') : `${part('resource')}.${part('group')}`
  return [resource, part('namespace'), part('name')].filter((piece) => piece !== '').join('/')
}

/** The name of an IPAddress is the canonical form of the address, and so is its generateName. */
const addressName: NameRule = (name, prefix = name) => {
  const found = read(parseAddress, prefix)
  if (typeof found === 'string') return [found]
  return formatAddress(found) === prefix ? [] : ['must be a canonical format IP address']
}

const orEmpty =
  (rule: NameRule): NameRule =>
  (name) =>
    name === '' ? [] : rule(name)

const parentReference: Rule = at(
  'spec.parentRef',
  required(),
  at('group', named(orEmpty(dnsSubdomain))),
  at('resource', required(), named(pathSegment)),
  at('name', required(), named(pathSegment)),
  at('namespace', named(pathSegment)),
)

export const ipAddresses = {
  resource: 'networking.{domain}/ipaddresses',
  rules: [parentReference],
  updates: [
    parentReference,
    at('spec.parentRef', immutableAs(shownOrNull((reference: JsonObject) => goParent(reference)))),
  ],
  behaviour: () => ({
    nameRule: addressName,
    keepsPrefix: true,
    columns: [
      text(
        'ParentRef',
        'ParentRef references the resource that an IPAddress is attached to. An IPAddress must reference a parent object.',
        parent,
      ),
      // The real server has a cell for the age of an address and no definition of its column.
      { ...age, isUndescribed: true },
    ],
  }),
} satisfies Kind
