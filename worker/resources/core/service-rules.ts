import { boundedNumber, numberOfText } from '../../api/numbers.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { dnsLabel, dnsSubdomain, qualifiedName } from '../../api/names.ts'
import type { Identity, Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import {
  all,
  at,
  checkObject,
  each,
  isRepeated,
  named,
  never,
  oneOf,
  required,
  requiredNumber,
  spelled,
  where,
} from '../notation/rule.ts'
import { check, checkAlways } from '../notation/rule.ts'
import { listAt, numberAt, textAt, valueAt } from '../path.ts'
import { ipAddress, isIPv6 } from '../rules/ip-addresses.ts'
import { usableAddress } from '../../api/ip-parsing.ts'
import { labels } from '../rules/label-selector.ts'
import { portNumber, portNumberOrName, protocol } from '../rules/ports.ts'
import { checkAddressFields } from './service-families.ts'
import { isBalanced, isExternallyAccessible, isExternalName, isHeadless, needsHealthCheck } from './service-types.ts'
import { goIntOrString, goInteger, goPointer, goStruct } from '../../api/go-source.ts'

const NODE_AGENT_PORT = 10250
const ONLY_BALANCED = "may only be used when `type` is 'LoadBalancer'"

const byType = checkObject((spec, place) => {
  const type = textAt(spec, 'type')
  const headless = isHeadless(spec)
  if (listAt(spec, 'ports').length === 0 && !headless && !isExternalName(spec)) place.required('', 'ports')
  if (isBalanced(spec)) {
    listAt(spec, 'ports').forEach((port, index) => {
      if (!isObject(port) || port['port'] !== NODE_AGENT_PORT) return
      const text = `may not expose port ${NODE_AGENT_PORT} externally since it is used by kubelet`
      place.invalid(NODE_AGENT_PORT, text, 'ports', index)
    })
  }
  if ((isBalanced(spec) || type === 'NodePort') && headless) {
    place.invalid('None', `may not be set to 'None' for ${type} services`, 'clusterIPs', 0)
  }
  if (isExternalName(spec)) externalName(spec, place)
})

function externalName(spec: JsonObject, place: Place): void {
  const text = 'may not be set for ExternalName services'
  for (const field of ['clusterIPs', 'ipFamilies']) if (listAt(spec, field).length > 0) place.forbidden(text, field)
  if (textAt(spec, 'ipFamilyPolicy') !== '') place.forbidden(text, 'ipFamilyPolicy')
  const name = textAt(spec, 'externalName').replace(/\.$/, '')
  if (name === '') place.required('', 'externalName')
  else for (const fault of dnsSubdomain(name)) place.invalid(name, fault, 'externalName')
}

const portName = checkObject((port, place) => {
  const name = textAt(port, 'name')
  if (name === '') {
    if (place.list.length > 1) place.required('', 'name')
    return
  }
  for (const fault of dnsLabel(name)) place.invalid(name, fault, 'name')
  if (isRepeated(name, 'name', place)) place.duplicate(name, 'name')
})

/** Prints a port as Go source. The error about a repeated port prints only its protocol and number, which the server compares. */
const goPort = goStruct('core.ServicePort', {
  Name: 'name',
  Protocol: 'protocol',
  AppProtocol: ['appProtocol', goPointer('string')],
  Port: ['port', goInteger],
  TargetPort: ['targetPort', goIntOrString],
  NodePort: ['nodePort', goInteger],
})

const ports: Rule = each(
  'ports',
  portName,
  at('port', portNumber),
  at('protocol', required(), protocol),
  at('targetPort', portNumberOrName),
  at('appProtocol', named(qualifiedName)),
)

const LONGEST_AFFINITY = 86400

const affinity: Rule = all(
  at('sessionAffinity', required(), oneOf('ClientIP', 'None')),
  where(
    ({ sessionAffinity }) => sessionAffinity === 'ClientIP',
    at(
      'sessionAffinityConfig.clientIP.timeoutSeconds',
      check((value, place) => {
        const seconds = boundedNumber(value)
        if (seconds > 0 && seconds <= LONGEST_AFFINITY) return
        place.invalid(value, `must be greater than 0 and less than ${LONGEST_AFFINITY}`)
      }),
    ),
  ),
  where(
    ({ sessionAffinity }) => sessionAffinity === 'None',
    at('sessionAffinityConfig', never('must not be set when session affinity is None')),
  ),
)

/** Requires an IP address that is not in a reserved network, such as loopback. */
const ordinaryAddress = check((value, place) => {
  const address = String(value)
  const faults = ipAddress(address)
  for (const fault of faults.length > 0 ? faults : usableAddress(address)) place.invalid(address, fault)
})

const noNodePorts = where(
  ({ type }) => type === 'ClusterIP',
  each('ports', at('nodePort', never("may not be used when `type` is 'ClusterIP'"))),
)

const nodePortAndProtocol: Identity = ({ nodePort, protocol }) => `${String(nodePort)} ${String(protocol)}`
const portAndProtocol: Identity = ({ port, protocol }) => `${String(port)} ${String(protocol)}`

const sameBefore = (port: JsonObject, place: Place, identity: Identity): boolean =>
  place.firstIndex(port, identity) < place.index

const distinctPorts: Rule = all(
  each(
    'ports',
    checkObject((port, place) => {
      const nodePort = numberAt(port, 'nodePort')
      if (nodePort !== 0 && sameBefore(port, place, nodePortAndProtocol)) place.duplicate(nodePort, 'nodePort')
    }),
  ),
  each(
    'ports',
    checkObject((port, place) => {
      if (!sameBefore(port, place, portAndProtocol)) return
      place.duplicateShown(goPort({ protocol: port['protocol'], port: port['port'] }))
    }),
  ),
)

const CIDR = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'

function isCidr(text: string): boolean {
  const [address = '', length = '', ...rest] = text.split('/')
  if (rest.length > 0 || !/^\d+$/.test(length) || ipAddress(address).length > 0) return false
  return numberOfText(length) <= (isIPv6(address) ? 128 : 32)
}

/** The errors spell the field as in Go. An annotation may hold the ranges when the field is empty. */
const sourceRanges: Rule = spelled((spell) => {
  const key = spell('service.beta.{labels}/load-balancer-source-ranges')
  return [
    checkObject((spec, place) => {
      const ranges = listAt(spec, 'loadBalancerSourceRanges').map(String)
      if (ranges.length === 0) return annotatedRanges(spec, key, place)
      if (!isBalanced(spec)) place.forbidden(ONLY_BALANCED, 'LoadBalancerSourceRanges')
      ranges.forEach((range, index) => {
        if (!isCidr(range.trim())) place.invalid(range.trim(), CIDR, 'LoadBalancerSourceRanges', index)
      })
    }),
  ]
})

function annotatedRanges(spec: JsonObject, key: string, place: Place): void {
  const given = place.object.metadata?.annotations?.[key]
  if (given === undefined) return
  const steps = ['metadata', 'annotations', `[${key}]`]
  place.outside(() => {
    if (!isBalanced(spec)) place.forbidden(ONLY_BALANCED, ...steps)
    for (const range of given.trim() === '' ? [] : given.split(',')) {
      if (!isCidr(range.trim())) place.invalid(range.trim(), CIDR, ...steps)
    }
  })
}

const balancerFields: Rule = all(
  where((spec) => !isBalanced(spec), at('allocateLoadBalancerNodePorts', never(ONLY_BALANCED))),
  where(isBalanced, at('allocateLoadBalancerNodePorts', required())),
)

export const balancerClass: Rule = all(
  where(isBalanced, at('loadBalancerClass', named(qualifiedName))),
  where((spec) => !isBalanced(spec), at('loadBalancerClass', never(ONLY_BALANCED))),
)

/** A load balancer keeps its class. */
export const keptClass: Rule = checkObject((spec, place, old) => {
  if (old === undefined || !isBalanced(spec) || !isBalanced(old)) return
  if ((spec['loadBalancerClass'] ?? null) !== (old['loadBalancerClass'] ?? null)) {
    place.invalid(spec['loadBalancerClass'], 'may not change once set', 'loadBalancerClass')
  }
})

/** The health check port may not change while the service needs it. */
export const keptHealthCheck: Rule = checkObject((spec, place, old) => {
  if (old === undefined || !needsHealthCheck(spec) || !needsHealthCheck(old)) return
  if (spec['healthCheckNodePort'] !== old['healthCheckNodePort']) {
    place.forbidden('field is immutable', 'healthCheckNodePort')
  }
})

const policies = checkObject((spec, place) => {
  const external = textAt(spec, 'externalTrafficPolicy')
  const POLICIES = ['Cluster', 'Local']
  if (!isExternallyAccessible(spec)) {
    if (external !== '') {
      place.invalid(external, 'may only be set for externally-accessible services', 'externalTrafficPolicy')
    }
  } else if (external === '') place.required('', 'externalTrafficPolicy')
  else if (!POLICIES.includes(external)) place.notSupported(external, POLICIES, 'externalTrafficPolicy')
})

const healthCheck: Rule = all(
  where(needsHealthCheck, at('healthCheckNodePort', requiredNumber, portNumber)),
  where(
    (spec) => !needsHealthCheck(spec),
    at(
      'healthCheckNodePort',
      check((value, place) => {
        if (value === 0) return
        place.invalid(value, "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'")
      }),
    ),
  ),
)

const WITH_INTERNAL_POLICY: readonly unknown[] = ['ClusterIP', 'NodePort', 'LoadBalancer']
const lacksInternalPolicy = ({ type, internalTrafficPolicy }: JsonObject): boolean =>
  WITH_INTERNAL_POLICY.includes(type) && internalTrafficPolicy === undefined

/** The older topology annotation must agree with the newer one. */
export const topologyAnnotations: Rule = spelled((spell) => {
  const older = spell('service.{labels}/topology-aware-hints')
  const newer = spell('service.{labels}/topology-mode')
  return [
    checkObject((_service, place) => {
      const { [older]: hints, [newer]: mode } = place.object.metadata?.annotations ?? {}
      if (hints === undefined || mode === undefined || hints === mode) return
      const text = `must match annotations[${older}] when both are specified`
      place.invalid(mode, text, 'metadata', 'annotations', `[${newer}]`)
    }),
  ]
})

const internalPolicy: Rule = all(
  where(lacksInternalPolicy, at('internalTrafficPolicy', required())),
  at('internalTrafficPolicy', oneOf('Cluster', 'Local')),
)

/** The rules of a service's spec. */
export const serviceSpec: Rule = all(
  byType,
  ports,
  at('selector', labels),
  affinity,
  checkObject(checkAddressFields),
  each('externalIPs', ordinaryAddress),
  at('type', required(), oneOf('ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort')),
  noNodePorts,
  distinctPorts,
  sourceRanges,
  balancerFields,
  balancerClass,
  policies,
  healthCheck,
  internalPolicy,
  at('trafficDistribution', oneOf('PreferClose')),
)

const ingress = checkObject((entry, place) => {
  const ip = textAt(entry, 'ip')
  const mode = entry['ipMode']
  const host = textAt(entry, 'hostname')
  if (ip !== '') for (const fault of ipAddress(ip)) place.invalid(ip, fault, 'ip')
  if (ip !== '' && mode === undefined) place.required('must be specified when `ip` is set', 'ipMode')
  if (ip === '' && mode !== undefined) place.forbidden('may not be specified when `ip` is not set', 'ipMode')
  else if (mode !== undefined && mode !== 'VIP' && mode !== 'Proxy')
    place.notSupported(mode, ['Proxy', 'VIP'], 'ipMode')
  if (host === '') return
  for (const fault of dnsSubdomain(host)) place.invalid(host, fault, 'hostname')
  if (ipAddress(host).length === 0) place.invalid(host, 'must be a DNS name, not an IP address', 'hostname')
})

/** The rules of a service's status. */
export const serviceStatus: readonly Rule[] = [
  at(
    'status.loadBalancer',
    checkAlways((value, place) => {
      const given = isObject(value) && listAt(value, 'ingress').length > 0
      if (!given || valueAt(place.object, 'spec.type') === 'LoadBalancer') return true
      place.forbidden("may only be used when `spec.type` is 'LoadBalancer'", 'ingress')
      return false
    }),
    each('ingress', ingress),
  ),
]
