import { parseGroupVersion } from '../../api/group-version.ts'
import type { Catalog, ResourceFacts } from '../../resources/resource.ts'
import type { GroupVersionResource } from './group-version-resource.ts'

/** The resources that the cluster serves now, custom resources included. Groups are spelled in the dialect. */
export interface ServedKinds {
  /** Each resource in its preferred version. */
  all(): readonly ServedKind[]
  /** The resource of a kind that an owner reference names; undefined when the cluster does not serve the kind. */
  find(apiVersion: string, kind: string): ServedKind | undefined
  /** Calls the listener after each change; the returned function removes the listener. */
  subscribe(listener: () => void): () => void
}

export interface ServedKind extends GroupVersionResource {
  readonly kind: string
  readonly namespaced: boolean
  readonly verbs: readonly string[]
  /** Whether the resource has a `scale` subresource. */
  readonly isScalable: boolean
}

export function servedKinds(catalog: Catalog): ServedKinds {
  let cache: { readonly generation: number; readonly kinds: readonly ServedKind[] } | undefined
  return {
    all() {
      const { generation } = catalog
      if (cache?.generation !== generation) cache = { generation, kinds: catalog.all().flatMap(preferred) }
      return cache.kinds
    },
    find(apiVersion, kind) {
      const groupVersion = parseGroupVersion(apiVersion)
      const found = groupVersion && catalog.byKind({ ...groupVersion, kind })
      return found && servedKind(found.resource, found.version)
    },
    subscribe: (listener) => catalog.subscribe(listener),
  }
}

function preferred(resource: ResourceFacts): readonly ServedKind[] {
  const [version] = resource.versions
  return version === undefined ? [] : [servedKind(resource, version)]
}

const servedKind = (
  { group, name, kind, namespaced }: ResourceFacts,
  { version, verbs, subresources }: ResourceFacts['versions'][number],
): ServedKind => ({
  group,
  version,
  resource: name,
  kind,
  namespaced,
  verbs,
  isScalable: subresources.has('scale'),
})
