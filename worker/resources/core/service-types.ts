import type { JsonObject } from '../../api/json.ts'
import { listAt, textAt } from '../path.ts'

/** What a service needs by its type; `spec` is the service's. */

const typeOf = (spec: JsonObject): string => textAt(spec, 'type')

export const isExternalName = (spec: JsonObject): boolean => typeOf(spec) === 'ExternalName'
export const isBalanced = (spec: JsonObject): boolean => typeOf(spec) === 'LoadBalancer'
export const needsAddress = (spec: JsonObject): boolean => !isExternalName(spec)

/** Answers with its pods' addresses instead of one of its own. */
export const isHeadless = (spec: JsonObject): boolean =>
  listAt(spec, 'clusterIPs').length === 1 && listAt(spec, 'clusterIPs')[0] === 'None'

/** May have ports of the nodes, though it need not be given them. */
export const hasNodePorts = (spec: JsonObject): boolean => typeOf(spec) === 'NodePort' || isBalanced(spec)

export const needsNodePort = (spec: JsonObject): boolean =>
  typeOf(spec) === 'NodePort' || (isBalanced(spec) && spec['allocateLoadBalancerNodePorts'] !== false)

/** Reached from outside the cluster. */
export const isExternallyAccessible = (spec: JsonObject): boolean =>
  isBalanced(spec) ||
  typeOf(spec) === 'NodePort' ||
  (typeOf(spec) === 'ClusterIP' && listAt(spec, 'externalIPs').length > 0)

export const needsHealthCheck = (spec: JsonObject): boolean =>
  isBalanced(spec) && spec['externalTrafficPolicy'] === 'Local'
