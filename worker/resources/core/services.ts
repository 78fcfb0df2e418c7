import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { age, text } from '../columns.ts'
import { valueAt, listAt, textAt } from '../path.ts'
import { serviceDefaults } from '../rules/service-defaults.ts'
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
  if (textAt(object, 'spec.type') === 'ExternalName') return textAt(object, 'spec.externalName')
  if (textAt(object, 'spec.type') !== 'LoadBalancer') return external || '<none>'
  const addresses = listAt(object, 'status.loadBalancer.ingress')
    .filter(isObject)
    .map((entry) => textAt(entry, 'ip') || textAt(entry, 'hostname'))
  return [...addresses, ...(external === '' ? [] : [external])].join(',') || '<pending>'
}

function selector(object: ApiObject): string {
  const labels = valueAt(object, 'spec.selector')
  const terms = isObject(labels) ? Object.entries(labels).map(([key, value]) => `${key}=${String(value)}`) : []
  return terms.sort().join(',') || '<none>'
}

export const services = {
  resource: 'services',
  defaults: serviceDefaults,
  behaviour: () => ({
    fieldSelectors: {
      'spec.clusterIP': (object) => textAt(object, 'spec.clusterIP'),
      'spec.type': (object) => textAt(object, 'spec.type'),
    },
    columns: [
      text('Type', 'type determines how the Service is exposed.', 'spec.type'),
      text('Cluster-IP', 'clusterIP is the IP address of the service.', (o) => textAt(o, 'spec.clusterIP') || '<none>'),
      text('External-IP', 'Addresses outside the cluster at which the service is reached.', externalAddress),
      text('Port(s)', 'The list of ports that are exposed by this service.', ports),
      age,
      text('Selector', 'Route service traffic to pods with label keys and values matching this selector.', selector, 1),
    ],
  }),
} satisfies Kind
