import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { textAt, valueAt } from '../path.ts'
import type { Defaults } from '../notation/defaults.ts'
import { always, when } from '../notation/defaults.ts'
import { isBalanced, isExternallyAccessible } from './service-types.ts'

/** Seconds for which a client is sent to the same endpoint: three hours. */
const AFFINITY_TIMEOUT = 10800

const hasAddress = (spec: JsonObject): boolean =>
  ['ClusterIP', 'NodePort', 'LoadBalancer'].includes(textAt(spec, 'type'))

/** Only `ClientIP` affinity has settings. */
function affinityConfig(spec: JsonObject): Json | undefined {
  const config = spec['sessionAffinityConfig']
  if (spec['sessionAffinity'] === 'None') return undefined
  if (spec['sessionAffinity'] !== 'ClientIP') return config
  const isTimed = isObject(config) && valueAt(config, 'clientIP.timeoutSeconds') !== undefined
  return isTimed ? config : { clientIP: { timeoutSeconds: AFFINITY_TIMEOUT } }
}

/** Zero and the empty string mean the port itself. */
const target = (port: JsonObject): Json | undefined => port['targetPort'] || port['port']

const isVirtual = (entry: JsonObject, service: JsonObject): boolean =>
  textAt(entry, 'ip') !== '' && textAt(service, 'spec.type') === 'LoadBalancer'

export const serviceDefaults: Defaults = {
  spec: {
    sessionAffinity: 'None',
    sessionAffinityConfig: always(affinityConfig),
    type: 'ClusterIP',
    ports: { protocol: 'TCP', targetPort: always(target) },
    externalTrafficPolicy: when(isExternallyAccessible, 'Cluster'),
    internalTrafficPolicy: when(hasAddress, 'Cluster'),
    allocateLoadBalancerNodePorts: when(isBalanced, true),
  },
  status: { loadBalancer: { ingress: { ipMode: when(isVirtual, 'VIP') } } },
}
