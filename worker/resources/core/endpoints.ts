import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { dnsLabel, dnsSubdomain, qualifiedName } from '../../api/names.ts'
import type { ApiObject } from '../../api/object.ts'
import { age, text } from '../columns.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkObject, each, named, required } from '../notation/rule.ts'
import { listAt, numberAt, textAt } from '../path.ts'
import type { Kind } from '../resource.ts'
import { ipAddress } from '../rules/ip-addresses.ts'
import { usableAddress } from '../../api/ip-parsing.ts'
import { portNumber, protocol } from '../rules/ports.ts'

const address: readonly Rule[] = [
  checkObject((value, place) => {
    const ip = textAt(value, 'ip')
    for (const fault of ipAddress(ip)) place.invalid(ip, fault, 'ip')
  }),
  at('hostname', named(dnsLabel)),
  at('nodeName', named(dnsSubdomain)),
  checkObject((value, place) => {
    const ip = textAt(value, 'ip')
    for (const fault of usableAddress(ip)) place.invalid(ip, fault, 'ip')
  }),
]

const portName = checkObject((port, place) => {
  const name = textAt(port, 'name')
  if (name !== '') for (const fault of dnsLabel(name)) place.invalid(name, fault, 'name')
  else if (place.list.length > 1) place.required('', 'name')
})

const hasAddress = checkObject((subset, place) => {
  if (listAt(subset, 'addresses').length > 0 || listAt(subset, 'notReadyAddresses').length > 0) return
  place.required('must specify `addresses` or `notReadyAddresses`')
})

/** The largest number of addresses that a cell shows. */
const SHOWN = 3

function addressesOf(subset: JsonObject): readonly string[] {
  const ips = listAt(subset, 'addresses')
    .filter(isObject)
    .map((entry) => textAt(entry, 'ip'))
  const ports = listAt(subset, 'ports').filter(isObject)
  if (ports.length === 0) return ips
  const shown = (ip: string): string => (ip.includes(':') ? `[${ip}]` : ip)
  return ports.flatMap((port) => ips.map((ip) => `${shown(ip)}:${numberAt(port, 'port')}`))
}

function endpointsCell(object: ApiObject): string {
  const subsets = listAt(object, 'subsets').filter(isObject)
  if (subsets.length === 0) return '<none>'
  const all = subsets.flatMap(addressesOf)
  const rest = all.length - SHOWN
  return `${all.slice(0, SHOWN).join(',')}${rest > 0 ? ` + ${rest} more...` : ''}`
}

export const endpoints = {
  resource: 'endpoints',
  defaults: { subsets: { ports: { protocol: 'TCP' } } },
  rules: [
    each(
      'subsets',
      hasAddress,
      each('addresses', ...address),
      each('notReadyAddresses', ...address),
      each(
        'ports',
        portName,
        at('port', portNumber),
        at('protocol', required(), protocol),
        at('appProtocol', named(qualifiedName)),
      ),
    ),
  ],
  behaviour: () => ({
    columns: [
      text(
        'Endpoints',
        'The set of all endpoints is the union of all subsets. Addresses are placed into subsets according to the IPs they share. A single address with multiple ports, some of which are ready and some of which are not (because they come from different containers) will result in the address being displayed in different subsets for the different ports. No address will appear in both Addresses and NotReadyAddresses in the same subset. Sets of addresses and ports that comprise a service.',
        endpointsCell,
      ),
      age,
    ],
  }),
} satisfies Kind
