import type { JsonObject } from '../../../worker/api/json.ts'
import { isObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { describeHead } from '../description.ts'

const part = (value: unknown): JsonObject => (isObject(value) ? value : {})
const objects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

export function endpointSliceText(object: ApiObject): string {
  const ports = objects(object.ports).map(
    ({ name, port, protocol }) => `  ${String(name || '<unset>')}\t${String(port ?? '<unset>')}\t${String(protocol)}\n`,
  )
  const endpoints = objects(object.endpoints).map(endpointText)
  return [
    describeHead(object, true),
    `AddressType:\t${String(object.addressType)}\n`,
    ports.length === 0
      ? 'Ports: <unset>\n'
      : `Ports:\n  Name\tPort\tProtocol\n  ----\t----\t--------\n${ports.join('')}`,
    endpoints.length === 0 ? 'Endpoints: <none>\n' : `Endpoints:\n${endpoints.join('')}`,
  ].join('')
}

function endpointText({ addresses, conditions, hostname, targetRef, nodeName, zone }: JsonObject): string {
  const { ready } = part(conditions)
  const target = part(targetRef)
  const line = (label: string, value: unknown): string => `    ${label}:\t${String(value ?? '<unset>')}\n`
  return [
    `  - Addresses:\t${Array.isArray(addresses) ? addresses.join(', ') : ''}\n`,
    `    Conditions:\n      Ready:\t${String(ready ?? '<unset>')}\n`,
    line('Hostname', hostname),
    isObject(targetRef) ? line('TargetRef', `${String(target.kind)}/${String(target.name)}`) : '',
    line('NodeName', nodeName),
    line('Zone', zone),
  ].join('')
}
