import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { age, text } from '../columns.ts'
import { listAt, copiedObject, ensuredObject, textAt, valueAt } from '../path.ts'
import type { Rule } from '../notation/rule.ts'
import { at } from '../notation/rule.ts'
import { entryPoints } from '../rules/entry-points.ts'
import { labelsText } from '../../api/labels-text.ts'
import { allocate, poolsOf } from './service-allocation.ts'
import { CLUSTER_IP, EXTERNAL_IPS, PORTS, SELECTOR, TYPE } from './service-columns.ts'
import {
  balancerClass,
  keptClass,
  keptHealthCheck,
  serviceSpec,
  serviceStatus,
  topologyAnnotations,
} from './service-rules.ts'
import { serviceWarnings } from './service-warnings.ts'
import {
  dropUnneeded,
  keepAllocated,
  keptAddresses,
  keptFamilies,
  matchAddresses,
  showExternalName,
  withHiddenPolicy,
} from './service-updates.ts'
import { serviceDefaults } from './service-defaults.ts'
import type { Kind } from '../resource.ts'

function ports(object: ApiObject): string {
  const pieces = listAt(object, 'spec.ports')
    .filter(isObject)
    .map((port) => {
      const nodePort = typeof port['nodePort'] === 'number' && port['nodePort'] > 0 ? `:${port['nodePort']}` : ''
      return `${String(port['port'])}${nodePort}/${textAt(port, 'protocol') || 'TCP'}`
    })
  return pieces.join(',') || '<none>'
}

function externalAddress(object: ApiObject): string {
  const external = listAt(object, 'spec.externalIPs').join(',')
  const type = textAt(object, 'spec.type')
  if (type === 'ExternalName') return textAt(object, 'spec.externalName')
  // The object of a bookmark has no type.
  if (type === '') return '<unknown>'
  if (type !== 'LoadBalancer') return external || '<none>'
  return [...entryPoints(object), ...(external === '' ? [] : [external])].join(',') || '<pending>'
}

const rules: readonly Rule[] = [topologyAnnotations, at('spec', serviceSpec)]

export const services = {
  resource: 'services',
  defaults: serviceDefaults,
  rules,
  // The real server runs the rule of the class twice.
  updates: [at('spec', keptAddresses, keptFamilies, keptClass, balancerClass, keptHealthCheck), ...rules],
  subresourceRules: { status: serviceStatus },
  warnings: [serviceWarnings],
  gated: { 'spec.trafficDistribution': 'ServiceTrafficDistribution' },
  behaviour: (_dialect, { serviceRanges, nodePorts }) => {
    const pools = poolsOf(serviceRanges, nodePorts)
    return {
      usesSharedPool: true,
      prepareCreate(object, context) {
        const spec = copiedObject(object, 'spec')
        object['status'] = { loadBalancer: {} }
        // A PUT to `/status` of a missing service creates it without allocations (reference/verbs.md 14).
        if (context.subresource !== '') return
        matchAddresses(spec, undefined)
        allocate(pools, object, undefined, context)
      },
      completeNew: showExternalName,
      completeChanged: showExternalName,
      withHiddenFields: withHiddenPolicy,
      prepareUpdate(object, old, context) {
        const spec = copiedObject(object, 'spec')
        const before = ensuredObject(old, 'spec')
        keepAllocated(spec, before)
        matchAddresses(spec, before)
        dropUnneeded(object, spec, before)
        allocate(pools, object, old, context)
      },
      columns: [
        text('Type', TYPE, 'spec.type'),
        text('Cluster-IP', CLUSTER_IP, (service) => textAt(service, 'spec.clusterIP') || '<none>'),
        text('External-IP', EXTERNAL_IPS, externalAddress),
        text('Port(s)', PORTS, ports),
        age,
        text('Selector', SELECTOR, (service) => labelsText(valueAt(service, 'spec.selector')), 1),
      ],
    }
  },
} satisfies Kind
