import type { JsonObject } from '../../../worker/api/json.ts'
import { objectOrEmpty, objectsIn, stringOrEmpty, stringsIn } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { describeHead } from '../description.ts'
import { count, line } from './fields.ts'

const addressList = (addresses: unknown): string =>
  objectsIn(addresses)
    .map(({ ip }) => stringOrEmpty(ip))
    .join(',') || '<none>'

export function endpointsText(object: ApiObject): string {
  const subsets = objectsIn(object.subsets).map(({ addresses, notReadyAddresses, ports }) => {
    const rows = objectsIn(ports).map(
      ({ name, port, protocol }) =>
        `    ${stringOrEmpty(name) || '<unset>'}\t${count(port)}\t${stringOrEmpty(protocol)}\n`,
    )
    return [
      line('  Addresses', addressList(addresses)),
      line('  NotReadyAddresses', addressList(notReadyAddresses)),
      rows.length === 0 ? '' : `  Ports:\n    Name\tPort\tProtocol\n    ----\t----\t--------\n${rows.join('')}`,
      '\n',
    ].join('')
  })
  return `${describeHead(object, true)}Subsets:\n${subsets.join('')}`
}

const SHOWN = 3

/** The ready addresses of a port of a service, at most three: `10.0.0.1:80,10.0.0.2:80`. */
export function portEndpoints(endpoints: ApiObject | undefined, portName: string): string {
  const subsets = objectsIn(endpoints?.subsets)
  if (subsets.length === 0) return '<none>'
  const all = subsets.flatMap(({ addresses, ports }) => {
    const ips = objectsIn(addresses).map(({ ip }) => stringOrEmpty(ip))
    // A headless service may have no ports.
    if (objectsIn(ports).length === 0) return ips
    return objectsIn(ports)
      .filter(({ name }) => stringOrEmpty(name) === portName)
      .flatMap(({ port }) => ips.map((ip) => `${ip.includes(':') ? `[${ip}]` : ip}:${count(port)}`))
  })
  const shown = all.slice(0, SHOWN).join(',')
  return all.length > SHOWN ? `${shown} + ${all.length - SHOWN} more...` : shown
}

export function endpointSliceText(object: ApiObject): string {
  const ports = objectsIn(object.ports).map(
    ({ name, port, protocol }) =>
      `  ${stringOrEmpty(name) || '<unset>'}\t${String(port ?? '<unset>')}\t${stringOrEmpty(protocol)}\n`,
  )
  const endpoints = objectsIn(object.endpoints).map(endpointText)
  return [
    describeHead(object, true),
    line('AddressType', stringOrEmpty(object.addressType)),
    ports.length === 0
      ? 'Ports: <unset>\n'
      : `Ports:\n  Name\tPort\tProtocol\n  ----\t----\t--------\n${ports.join('')}`,
    endpoints.length === 0 ? 'Endpoints: <none>\n' : `Endpoints:\n${endpoints.join('')}`,
  ].join('')
}

function endpointText({ addresses, conditions, hostname, targetRef, nodeName, zone }: JsonObject): string {
  const target = objectOrEmpty(targetRef)
  return [
    line('  - Addresses', stringsIn(addresses).join(', ') || '<none>'),
    '    Conditions:\n',
    line('      Ready', objectOrEmpty(conditions).ready ?? '<unset>'),
    line('    Hostname', hostname ?? '<unset>'),
    targetRef === undefined ? '' : line('    TargetRef', `${stringOrEmpty(target.kind)}/${stringOrEmpty(target.name)}`),
    line('    NodeName', nodeName ?? '<unset>'),
    line('    Zone', zone ?? '<unset>'),
  ].join('')
}
