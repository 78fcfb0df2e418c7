import { managerControllers } from './manager-controllers.ts'
import { earlyControllers } from './server-controllers.ts'

/**
 * Controllers of the real manager that this server accepts by name and does not run. They are for clouds, for the pod
 * ranges of nodes, and for disabled features.
 */
const NOT_IMPLEMENTED = [
  'cloud-node-lifecycle',
  'cloud-node-lifecycle-controller',
  'node-ipam-controller',
  'node-route-controller',
  'nodeipam',
  'resource-claim-controller',
  'resourceclaim-controller',
  'route',
  'service',
  'service-cidr-controller',
  'service-lb-controller',
  'storage-version-gc',
  'storage-version-migrator-controller',
  'storageversion-garbage-collector-controller',
]

/** The names and aliases that `--controllers` accepts. */
export const controllerNames: ReadonlySet<string> = new Set([
  ...[...managerControllers, ...earlyControllers].flatMap(({ name, alias = name }) => [name, alias]),
  ...NOT_IMPLEMENTED,
])
