import type { ApiObject } from '../api/object.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { addressText, parseNetwork } from './rules/address-ranges.ts'

/** An object that the server makes when it starts and finds missing. */
interface BootstrapObject {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly namespace: string
  readonly object: ApiObject
}

const SYSTEM_NAMESPACES = ['default', '{system}-system', '{system}-public', '{system}-node-lease']

/** In the order in which they are made; the server itself has the first of the service addresses. */
export function bootstrapObjects({ spell }: Dialect, serviceRanges: readonly string[]): readonly BootstrapObject[] {
  const namespaces = SYSTEM_NAMESPACES.map((template) => ({
    group: '',
    version: 'v1',
    resource: 'namespaces',
    namespace: '',
    object: { kind: 'Namespace', apiVersion: 'v1', metadata: { name: spell(template) } },
  }))
  const [range] = serviceRanges
  return range === undefined ? namespaces : [...namespaces, ownService(spell, addressText(parseNetwork(range), 1))]
}

/** By which pods find the server. */
const ownService = (spell: Dialect['spell'], clusterIP: string): BootstrapObject => ({
  group: '',
  version: 'v1',
  resource: 'services',
  namespace: 'default',
  object: {
    kind: 'Service',
    apiVersion: 'v1',
    metadata: {
      name: spell('{maker}'),
      namespace: 'default',
      labels: { component: 'apiserver', provider: spell('{maker}') },
    },
    spec: {
      clusterIP,
      ipFamilyPolicy: 'SingleStack',
      ports: [{ name: 'https', protocol: 'TCP', port: 443, targetPort: 6443 }],
      sessionAffinity: 'None',
      type: 'ClusterIP',
    },
  },
})
