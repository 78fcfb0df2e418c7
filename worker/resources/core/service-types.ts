import type { JsonObject } from '../../api/json.ts'
import { listAt, textAt } from '../path.ts'

// The parts that a service needs, which depend on its type. `spec` is the spec of the service.

const typeOf = (spec: JsonObject): string => textAt(spec, 'type')

export const isExternalName = (spec: JsonObject): boolean => typeOf(spec) === 'ExternalName'
export const isBalanced = (spec: JsonObject): boolean => typeOf(spec) === 'LoadBalancer'
export const needsAddress = (spec: JsonObject): boolean => !isExternalName(spec)

/** Whether the name of the service resolves to the addresses of its pods, because the service has no address. */
export const isHeadless = (spec: JsonObject): boolean =>
  listAt(spec, 'clusterIPs').length === 1 && listAt(spec, 'clusterIPs')[0] === 'None'

/** Whether the service may have node ports; a load balancer may leave them unallocated. */
export const hasNodePorts = (spec: JsonObject): boolean => typeOf(spec) === 'NodePort' || isBalanced(spec)

export const needsNodePort = (spec: JsonObject): boolean =>
  typeOf(spec) === 'NodePort' || (isBalanced(spec) && spec['allocateLoadBalancerNodePorts'] !== false)

/** Whether clients outside the cluster can reach the service. */
export const isExternallyAccessible = (spec: JsonObject): boolean =>
  isBalanced(spec) ||
  typeOf(spec) === 'NodePort' ||
  (typeOf(spec) === 'ClusterIP' && listAt(spec, 'externalIPs').length > 0)

export const needsHealthCheck = (spec: JsonObject): boolean =>
  isBalanced(spec) && spec['externalTrafficPolicy'] === 'Local'
