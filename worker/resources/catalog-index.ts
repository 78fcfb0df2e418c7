import type { GroupVersionKind } from '../api/group-version.ts'
import { byPreference } from '../api/group-version.ts'
import type { CustomVersion, Resource, ResourceFacts, ServedGroup, ServedVersion } from './resource.ts'

/**
 * The lookups of a catalog for one list of resources. The keys of `byPath` are `apiVersion/resource`, the keys of `byKind`
 * come from `kindKey`.
 */
export interface CatalogIndex {
  readonly all: readonly ResourceFacts[]
  readonly groups: readonly ServedGroup[]
  readonly byPath: ReadonlyMap<string, ServedVersion>
  readonly byKind: ReadonlyMap<string, ServedVersion>
  readonly byStorage: ReadonlyMap<string, ResourceFacts>
}

export function indexOf(all: readonly ResourceFacts[], groups: readonly ServedGroup[]): CatalogIndex {
  const byPath = new Map<string, ServedVersion>()
  const byKind = new Map<string, ServedVersion>()
  const byStorage = new Map<string, ResourceFacts>()
  for (const resource of all) {
    if (!byStorage.has(resource.storage)) byStorage.set(resource.storage, resource)
    for (const version of resource.versions) {
      const { custom } = version
      const found = {
        resource: custom === undefined ? resource : ofVersion(resource, custom),
        version,
      }
      byPath.set(`${version.apiVersion}/${resource.name}`, found)
      byKind.set(kindKey({ group: resource.group, kind: resource.kind, version: version.version }), found)
    }
  }
  return { all, groups, byPath, byKind, byStorage }
}

/** The resource with the behaviour of one version, because the versions of a custom resource may differ in behaviour. */
const ofVersion = (resource: ResourceFacts, { behaviour }: CustomVersion): Resource => ({
  ...resource,
  traits: behaviour,
  behaviour,
})

/** The groups of custom resources. Each group is sorted by the smallest name of its APIServices, such as `v1.example.com`. */
export function customGroups(resources: readonly Resource[]): ServedGroup[] {
  const versions = new Map<string, Set<string>>()
  for (const { group, versions: own } of resources) {
    const names = versions.get(group) ?? new Set<string>()
    for (const { version } of own) names.add(version)
    versions.set(group, names)
  }
  const found = [...versions].map(([group, names]) => ({
    group,
    versions: [...names].sort(byPreference),
    custom: true,
  }))
  const first = ({ group, versions: names }: ServedGroup): string =>
    names.map((version) => `${version}.${group}`).sort()[0] ?? ''
  return found.sort((a, b) => (first(a) < first(b) ? -1 : 1))
}

export const kindKey = ({ group, version, kind }: GroupVersionKind): string => `${group}/${version}/${kind}`
