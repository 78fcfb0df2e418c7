import type { AdvertisedAddress, BootstrapObject } from './bootstrap-object.ts'
import { addressText, parseRange } from './rules/address-ranges.ts'

/** The default port of the real server. */
const SECURE_PORT = 6443

const PLACE = { name: '{maker}', namespace: 'default' }

/**
 * The service by which pods find the server, and the endpoint behind it. The service has the first of the service
 * addresses. The list is empty without a range of service addresses; without an advertised address the service has no
 * endpoint.
 */
export function ownService(range: string | undefined, advertised: AdvertisedAddress | undefined): BootstrapObject[] {
  if (range === undefined) return []
  const { port: targetPort } = advertised ?? { port: SECURE_PORT }
  const labels = { component: 'apiserver', provider: '{maker}' }
  const spec = {
    clusterIP: addressText(parseRange(range), 1),
    ipFamilyPolicy: 'SingleStack',
    ports: [{ name: 'https', protocol: 'TCP', port: 443, targetPort }],
    sessionAffinity: 'None',
    type: 'ClusterIP',
  }
  const service = { kind: 'Service', metadata: { ...PLACE, labels }, spec }
  return [
    { group: '', version: 'v1', resource: 'services', object: service },
    ...(advertised === undefined ? [] : endpointObjects(advertised)),
  ]
}

/** Both forms of the endpoint. Every start writes them, because a start may advertise another address. */
function endpointObjects({ address, port }: AdvertisedAddress): readonly BootstrapObject[] {
  const ports = [{ name: 'https', port, protocol: 'TCP' }]
  const endpoints = {
    kind: 'Endpoints',
    metadata: { ...PLACE, labels: { 'endpointslice.{labels}/skip-mirror': 'true' } },
    subsets: [{ addresses: [{ ip: address }], ports }],
  }
  const slice = {
    kind: 'EndpointSlice',
    metadata: { ...PLACE, labels: { '{labels}/service-name': '{maker}' } },
    addressType: address.includes(':') ? 'IPv6' : 'IPv4',
    endpoints: [{ addresses: [address], conditions: { ready: true } }],
    ports,
  }
  return [
    { group: '', version: 'v1', resource: 'endpoints', object: endpoints, renewed: ['subsets'] },
    { group: 'discovery.{domain}', version: 'v1', resource: 'endpointslices', object: slice, renewed: ['endpoints'] },
  ]
}
