/** A key of etcd, and the number of times that it has been written since its creation. */
export interface WrittenKey {
  readonly key: string
  readonly version: number
}

const NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system']

/** Keys that kube-apiserver writes last, after its health checks pass, each in a separate loop. */
const OF_THE_SERVER = [
  ...NAMESPACES.map((name) => `/registry/namespaces/${name}`),
  '/registry/services/specs/default/kubernetes',
  '/registry/services/endpoints/default/kubernetes',
  '/registry/endpointslices/default/kubernetes',
  '/registry/configmaps/kube-system/extension-apiserver-authentication',
  '/registry/configmaps/kube-system/kube-apiserver-legacy-service-account-token-tracking',
  '/registry/flowschemas/catch-all',
]

/** Keys that the first pass of the controllers writes into each namespace. */
const OF_THE_CONTROLLERS = NAMESPACES.flatMap((namespace) => [
  `/registry/serviceaccounts/${namespace}/default`,
  `/registry/configmaps/${namespace}/kube-root-ca.crt`,
])

/** Whether kube-apiserver has written its first objects, and the status of each FlowSchema as a second write. */
export function hasStarted(written: readonly WrittenKey[]): boolean {
  const flowSchemas = written.filter(({ key }) => key.startsWith('/registry/flowschemas/'))
  return holds(written, OF_THE_SERVER) && flowSchemas.every(({ version }) => version > 1)
}

/** Whether the controllers have made their first pass over the namespaces. */
export const hasControllersStarted = (written: readonly WrittenKey[]): boolean => holds(written, OF_THE_CONTROLLERS)

function holds(written: readonly WrittenKey[], keys: readonly string[]): boolean {
  const present = new Set(written.map(({ key }) => key))
  return keys.every((key) => present.has(key))
}
