import { raiseGeneration } from '../../api/generation.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import { dnsLabel, dnsSubdomain, labelValue, qualifiedName } from '../../api/names.ts'
import type { ApiObject } from '../../api/object.ts'
import { age, text } from '../columns.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { at, check, checkObject, each, isRepeated, named, oneOf, required } from '../notation/rule.ts'
import { listAt, textAt } from '../path.ts'
import { immutableText } from '../rules/immutability.ts'
import { isIPv4, isIPv6 } from '../rules/ip-addresses.ts'
import { usableAddress } from '../../api/ip-parsing.ts'
import { labels } from '../rules/label-selector.ts'
import type { Kind } from '../resource.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

const ENDPOINTS = 1000
const ADDRESSES = 100
const TOPOLOGY = 16
const PORTS = 20000
const ZONES = 8

type AddressRule = (address: string, index: number, place: Place) => void

const literal =
  (faults: (address: string) => readonly string[]): AddressRule =>
  (address, index, place) => {
    for (const fault of faults(address)) place.invalid(address, fault, 'addresses', index)
  }

/** The real server joins the faults of a part, and shows the name without its last dot. */
const fullName: AddressRule = (address, index, place) => {
  if (address === '') return place.required('', 'addresses', index)
  const name = address.replace(/\.$/, '')
  const fault = dnsSubdomain(name).join(',')
  if (fault !== '') return place.invalid(name, fault, 'addresses', index)
  const labels = name.split('.')
  if (labels.length === 1) {
    return place.invalid(name, 'should be a domain with at least two segments separated by dots', 'addresses', index)
  }
  const wrong = labels.find((label) => dnsLabel(label).length > 0)
  if (wrong !== undefined) place.invalid(wrong, dnsLabel(wrong).join(','), 'addresses', index)
}

const ADDRESS_RULES = lookupTable<AddressRule>({
  IPv4: literal((address) => [...(isIPv4(address) ? [] : ['must be a valid IPv4 address']), ...usableAddress(address)]),
  IPv6: literal((address) => [...(isIPv6(address) ? [] : ['must be a valid IPv6 address']), ...usableAddress(address)]),
  FQDN: fullName,
})

const addresses: Rule = checkObject((endpoint, place) => {
  const given = listAt(endpoint, 'addresses').map(String)
  if (given.length === 0) place.required('must contain at least 1 address', 'addresses')
  else if (given.length > ADDRESSES) place.tooMany(given.length, ADDRESSES, 'addresses')
  const rule = ADDRESS_RULES[textAt(place.object, 'addressType')]
  if (rule !== undefined) given.forEach((address, index) => rule(address, index, place))
})

const zone: Rule = checkObject((given, place) => {
  const name = textAt(given, 'name')
  if (isRepeated(name, 'name', place)) place.duplicate(name, 'name')
  for (const fault of labelValue(name)) place.invalid(name, fault, 'name')
})

/** Limits the length of a list; a longer list gets no other check. */
const atMost = (limit: number): Rule =>
  check((list, place) => {
    const count = Array.isArray(list) ? list.length : Object.keys(objectOrEmpty(list)).length
    if (count <= limit) return true
    place.tooMany(count, limit)
    return false
  })

const endpoint: readonly Rule[] = [
  addresses,
  at('nodeName', named(dnsSubdomain)),
  at('deprecatedTopology', atMost(TOPOLOGY), labels),
  at('hostname', named(dnsLabel)),
  at('hints', at('forZones', atMost(ZONES), each('', zone))),
]

const portName: Rule = checkObject((port, place) => {
  const { name } = port
  if (typeof name !== 'string') return
  if (name !== '') for (const fault of dnsLabel(name)) place.invalid(name, fault, 'name')
  if (isRepeated(name, 'name', place)) place.duplicate(name, 'name')
})

const port: readonly Rule[] = [
  portName,
  at('protocol', oneOf('SCTP', 'TCP', 'UDP')),
  at('appProtocol', named(qualifiedName)),
]

const rules: readonly Rule[] = [
  at('addressType', required(), oneOf('FQDN', 'IPv4', 'IPv6')),
  at('endpoints', atMost(ENDPOINTS), each('', ...endpoint)),
  at('ports', atMost(PORTS), each('', ...port)),
]

const SHOWN = 3

function some(texts: readonly string[]): string {
  const shown = texts.slice(0, SHOWN).join(',')
  return (texts.length > SHOWN ? `${shown} + ${texts.length - SHOWN} more...` : shown) || '<unset>'
}

function ports(slice: ApiObject): string {
  const shown = ({ port: number, name }: JsonObject): string => String(number ?? name ?? '*')
  return some(listAt(slice, 'ports').filter(isObject).map(shown))
}

const allAddresses = (slice: ApiObject): string =>
  some(
    listAt(slice, 'endpoints')
      .filter(isObject)
      .flatMap((one) => listAt(one, 'addresses').map(String)),
  )

/**
 * Removes `deprecatedTopology`, which is for old clients to read and which a writer of this version cannot set. Returns whether
 * an endpoint had one.
 */
function withoutTopology(slice: ApiObject): boolean {
  const endpoints = slice['endpoints']
  if (!Array.isArray(endpoints)) return false
  slice['endpoints'] = endpoints.map((one) => {
    if (!isObject(one)) return one
    const { deprecatedTopology: _topology, ...rest } = one
    return rest
  })
  return endpoints.some((one) => isObject(one) && one['deprecatedTopology'] !== undefined)
}

export const endpointSlices = {
  resource: 'discovery.{domain}/endpointslices',
  defaults: { ports: { name: '', protocol: 'TCP' } },
  rules,
  updates: [...rules, at('addressType', immutableText)],
  warnings: [
    checkObject((slice, place) => {
      if (place.old === undefined && slice['addressType'] === 'FQDN') {
        // As in the real server, the path has a step `spec`, which slices do not have.
        place.warn('FQDN endpoints are deprecated', 'spec', 'addressType')
      }
    }),
  ],
  behaviour: () => ({
    prepareCreate: (slice) => void withoutTopology(slice),
    prepareUpdate(slice, old) {
      const { metadata } = slice
      // A topology in the body counts as a change, though it is not stored.
      if (withoutTopology(slice) && metadata) raiseGeneration(metadata, old.metadata ?? {})
    },
    columns: [
      text(
        'AddressType',
        'addressType specifies the type of address carried by this EndpointSlice. All addresses in this slice must be the same type. This field is immutable after creation. The following address types are currently supported: * IPv4: Represents an IPv4 Address. * IPv6: Represents an IPv6 Address. * FQDN: Represents a Fully Qualified Domain Name.',
        'addressType',
      ),
      text(
        'Ports',
        'ports specifies the list of network ports exposed by each endpoint in this slice. Each port must have a unique name. When ports is empty, it indicates that there are no defined ports. When a port is defined with a nil port value, it indicates "all ports". Each slice may include a maximum of 100 ports.',
        ports,
      ),
      text(
        'Endpoints',
        'endpoints is a list of unique endpoints in this slice. Each slice may include a maximum of 1000 endpoints.',
        allAddresses,
      ),
      age,
    ],
  }),
} satisfies Kind
