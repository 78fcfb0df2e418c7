/** The paths of built-in resources below the prefix of a cluster in etcd, as kube-apiserver names them. */
export interface ResourcePaths {
  /** The path of a resource, such as `services/specs` for `services`; undefined for a resource that is not built in. */
  pathOf(resource: string): string | undefined
  /** The resource of a path; undefined for a path of no built-in resource. */
  resourceAt(path: string): string | undefined
}

/** The places of objects below the prefix of a cluster in etcd. A log key is `RESOURCE/NAMESPACE/NAME`. */
export interface Layout {
  pathOf(resource: string): string
  placeOf(logKey: string): string
  /** The log key of a place; undefined for a place that holds no object. */
  logKeyAt(place: string): string | undefined
}

/** The places of the first form are the log keys. */
export const firstLayout = (): Layout => ({
  pathOf: (resource) => resource,
  placeOf: (logKey) => logKey,
  logKeyAt: (place) => (/^.+\/[^/]*\/[^/]+$/.test(place) ? place : undefined),
})

/**
 * The places of kube-apiserver: `deployments/default/web`, `minions/node-1`, `example.com/widgets/default/one`. Records of the
 * server itself, which kube-apiserver does not have, keep the empty namespace: `tokenkeys//service-accounts`.
 */
export function layoutLikeKube(paths: ResourcePaths): Layout {
  const pathOf = (resource: string): string => paths.pathOf(resource) ?? resource
  return {
    pathOf,
    placeOf(logKey) {
      const [resource, namespace, name] = partsOf(logKey)
      const isOwn = paths.pathOf(resource) === undefined && !resource.includes('/')
      return namespace === '' && !isOwn ? `${pathOf(resource)}/${name}` : `${pathOf(resource)}/${namespace}/${name}`
    },
    logKeyAt(place) {
      const segments = place.split('/')
      const [first = '', second = ''] = segments
      const isOwn = second === '' && segments.length === 3 && paths.resourceAt(first) === undefined
      if (isOwn) return segments[0] === '' || segments[2] === '' ? undefined : place
      const pair = `${first}/${second}`
      const builtin = paths.resourceAt(pair) ?? paths.resourceAt(first)
      const length = builtin === undefined || paths.pathOf(builtin) === pair ? 2 : 1
      const rest = segments.slice(length)
      const isPlace = rest.length > 0 && rest.length <= 2 && segments.every((segment) => segment !== '')
      return isPlace ? `${builtin ?? pair}/${rest.length === 1 ? '/' : ''}${rest.join('/')}` : undefined
    },
  }
}

function partsOf(logKey: string): readonly [resource: string, namespace: string, name: string] {
  const segments = logKey.split('/')
  const [namespace = '', name = ''] = segments.slice(-2)
  return [segments.slice(0, -2).join('/'), namespace, name]
}
