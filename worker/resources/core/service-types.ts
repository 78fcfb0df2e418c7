import type { JsonObject } from '../../api/json.ts'
import { listAt, textAt } from '../path.ts'

// The parts that a service needs by its type; `spec` is the service's.

const typeOf = (spec: JsonObject): string => textAt(spec, 'type')

export const isExternalName = (spec: JsonObject): boolean => typeOf(spec) === 'ExternalName'
export const isBalanced = (spec: JsonObject): boolean => typeOf(spec) === 'LoadBalancer'
export const needsAddress = (spec: JsonObject): boolean => !isExternalName(spec)

/** Resolves to its pods' addresses instead of one of its own. */
export const isHeadless = (spec: JsonObject): boolean =>
  listAt(spec, 'clusterIPs').length === 1 && listAt(spec, 'clusterIPs')[0] === 'None'

/** May have node ports, though they may be left unallocated. */
export const hasNodePorts = (spec: JsonObject): boolean => typeOf(spec) === 'NodePort' || isBalanced(spec)

export const needsNodePort = (spec: JsonObject): boolean =>
  typeOf(spec) === 'NodePort' || (isBalanced(spec) && spec['allocateLoadBalancerNodePorts'] !== false)

/** Reachable from outside the cluster. */
export const isExternallyAccessible = (spec: JsonObject): boolean =>
  isBalanced(spec) ||
  typeOf(spec) === 'NodePort' ||
  (typeOf(spec) === 'ClusterIP' && listAt(spec, 'externalIPs').length > 0)

export const needsHealthCheck = (spec: JsonObject): boolean =>
  isBalanced(spec) && spec['externalTrafficPolicy'] === 'Local'
