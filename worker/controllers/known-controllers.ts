import { managerControllers } from './manager-controllers.ts'
import { earlyControllers } from './server-controllers.ts'

/** Of the real manager, with nothing to do here: they care for clouds and for features that are off. */
const IDLE = [
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

/** Every name that `--controllers` may say. */
export const knownControllers: ReadonlySet<string> = new Set([
  ...[...managerControllers, ...earlyControllers].flatMap(({ name, alias = name }) => [name, alias]),
  ...IDLE,
])
