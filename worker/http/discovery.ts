import type { JsonObject } from '../api/json.ts'
import type { Catalog, ResourceFacts, ResourceVersion, Subresource } from '../resources/resource.ts'
import { compareText } from '../api/byte-order.ts'
import type { AnnouncedVersion } from './announced-groups.ts'
import { discoveredGroups } from './announced-groups.ts'

/*
 * The discovery documents. Each is computed from its parameters alone. Only the aggregated documents, which are the largest, are
 * kept until the catalog changes.
 */

/** Returns the document `/api`, which lists the versions of the core group. */
export function apiVersions(address: string): JsonObject {
  return {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: address }],
  }
}

export function apiGroupList(catalog: Catalog, announced: readonly AnnouncedVersion[]): JsonObject {
  const groups = discoveredGroups(catalog.groups(), announced).map((group) => describeGroup(group))
  return { kind: 'APIGroupList', apiVersion: 'v1', groups }
}

/** The document of one group; undefined when the group is neither served nor announced. */
export function apiGroup(
  catalog: Catalog,
  announced: readonly AnnouncedVersion[],
  name: string,
): JsonObject | undefined {
  const group = discoveredGroups(catalog.groups(), announced).find((candidate) => candidate.group === name)
  return group && { kind: 'APIGroup', apiVersion: 'v1', ...describeGroup(group) }
}

interface Group {
  readonly group: string
  readonly versions: readonly string[]
}

function describeGroup({ group, versions }: Group): JsonObject {
  const described = versions.map((version) => ({ groupVersion: `${group}/${version}`, version }))
  return { name: group, versions: described, preferredVersion: described[0] }
}

/**
 * The document of one version; undefined when the version is not served. The core group's document has no `apiVersion`, as
 * recorded.
 */
export function apiResourceList(catalog: Catalog, group: string, version: string): JsonObject | undefined {
  const served = servedIn(catalog, group, version)
  if (served === undefined) return undefined
  const resources = served.flatMap(({ resource, served }) => [
    describeResource(resource, served),
    ...sortedSubresources(served).map((sub) => describeSubresource(resource, served, sub)),
  ])
  const groupVersion = group === '' ? version : `${group}/${version}`
  return { kind: 'APIResourceList', ...(group !== '' && { apiVersion: 'v1' }), groupVersion, resources }
}

interface Served {
  readonly resource: ResourceFacts
  readonly served: ResourceVersion
}

function servedIn(catalog: Catalog, group: string, version: string): Served[] | undefined {
  const known = catalog.groups().some((entry) => entry.group === group && entry.versions.includes(version))
  if (!known) return undefined
  const found = catalog.all().flatMap((resource) => {
    const served = resource.group === group ? resource.versions.find((v) => v.version === version) : undefined
    return served === undefined ? [] : [{ resource, served }]
  })
  return found.sort((a, b) => (a.resource.name < b.resource.name ? -1 : 1))
}

/** Built-in subresources are sorted by name. Custom resources keep the order of their definition: status before scale. */
const sortedSubresources = ({ subresources, custom }: ResourceVersion): Subresource[] =>
  custom === undefined
    ? [...subresources.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
    : [...subresources.values()]

/** The verbs of a custom resource whose definition is being deleted. */
const TERMINATING_VERBS = ['delete', 'deletecollection', 'get', 'list', 'watch']

function verbsOf({ terminating }: ResourceFacts, { verbs, custom }: ResourceVersion): string[] {
  if (custom === undefined) return [...verbs].sort()
  return terminating === true ? TERMINATING_VERBS : [...verbs]
}

/** The group and version of a subresource's kind, when the resource has another group or version. */
function foreignKind(resource: ResourceFacts, served: ResourceVersion, { kind }: Subresource): JsonObject {
  if (kind.group === resource.group && kind.version === served.version) return {}
  return { group: kind.group, version: kind.version }
}

const optional = (name: string, values: readonly string[]): JsonObject =>
  values.length === 0 ? {} : { [name]: [...values] }

function describeResource(resource: ResourceFacts, served: ResourceVersion): JsonObject {
  const { storageVersionHash: hash } = served
  return {
    name: resource.name,
    singularName: resource.singular,
    namespaced: resource.namespaced,
    kind: resource.kind,
    verbs: verbsOf(resource, served),
    ...optional('shortNames', resource.shortNames),
    ...optional('categories', resource.categories),
    ...(hash !== '' && { storageVersionHash: hash }),
  }
}

function describeSubresource(resource: ResourceFacts, served: ResourceVersion, sub: Subresource): JsonObject {
  return {
    name: `${resource.name}/${sub.name}`,
    singularName: '',
    namespaced: resource.namespaced,
    ...foreignKind(resource, served, sub),
    kind: sub.kind.kind,
    verbs: [...sub.verbs].sort(),
  }
}

/** The aggregated documents of one generation of the catalog; the key is `${apiVersion} ${core}`. */
interface CachedDocuments {
  readonly generation: number
  readonly documents: Map<string, JsonObject>
}

const kept = new WeakMap<Catalog, CachedDocuments>()

/** The aggregated document, the same object until the catalog changes. */
export function aggregatedDiscovery(catalog: Catalog, apiVersion: string, core: boolean): JsonObject {
  let own = kept.get(catalog)
  if (own?.generation !== catalog.generation) {
    own = { generation: catalog.generation, documents: new Map() }
    kept.set(catalog, own)
  }
  const key = `${apiVersion} ${core}`
  let document = own.documents.get(key)
  if (document === undefined) {
    document = apiGroupDiscoveryList(catalog, apiVersion, core)
    own.documents.set(key, document)
  }
  return document
}

/** The aggregated document of the core group (`/api`) when `core` is true, else of the groups of `/apis`. */
function apiGroupDiscoveryList(catalog: Catalog, apiVersion: string, core: boolean): JsonObject {
  const groups = catalog.groups().filter(({ group }) => (group === '') === core)
  const isCustom = ({ group }: Group): boolean => {
    const own = catalog.all().filter((resource) => resource.group === group)
    return own.length > 0 && own.every(({ versions }) => versions.every(({ custom }) => custom !== undefined))
  }
  // The groups of custom resources have one low priority; their names decide the order.
  const custom = groups.filter(isCustom).sort((a, b) => compareText(a.group, b.group))
  const items = [...groups.filter((group) => !isCustom(group)), ...custom].map(({ group, versions }) => ({
    metadata: { ...(group !== '' && { name: group }), creationTimestamp: null },
    versions: versions.map((version) => ({
      version,
      resources: (servedIn(catalog, group, version) ?? []).map(aggregateResource),
      freshness: 'Current',
    })),
  }))
  return { kind: 'APIGroupDiscoveryList', apiVersion, metadata: {}, items }
}

const NO_VERSION = { group: '', version: '' }

function aggregateResource({ resource, served }: Served): JsonObject {
  // Only custom resources name the group and version of their own kinds.
  const own = served.custom === undefined ? NO_VERSION : { group: resource.group, version: served.version }
  const subresources = sortedSubresources(served).map((sub) => ({
    subresource: sub.name,
    responseKind: { ...own, ...foreignKind(resource, served, sub), kind: sub.kind.kind },
    verbs: [...sub.verbs].sort(),
  }))
  return {
    resource: resource.name,
    responseKind: { ...own, kind: resource.kind },
    scope: resource.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: resource.singular,
    verbs: verbsOf(resource, served),
    ...optional('shortNames', resource.shortNames),
    ...optional('categories', resource.categories),
    ...(subresources.length > 0 && { subresources }),
  }
}
