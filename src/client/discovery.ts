import type { ApiConnection } from './api-connection.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import type { GroupList } from './listed-groups.ts'
import { getJson } from './resource-client.ts'

/** One served resource, in the preferred version of its group, or in another version when the preferred one lacks it. */
export interface ResourceType {
  readonly group: string
  readonly version: string
  /** Plural, lower case: the name in paths. */
  readonly resource: string
  readonly kind: string
  readonly singular: string
  readonly namespaced: boolean
  readonly verbs: readonly string[]
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
}

export interface Discovery {
  readonly types: readonly ResourceType[]
  byResource(group: string, resource: string): ResourceType | undefined
  byKind(group: string, kind: string): ResourceType | undefined
}

/** A key of a type that is unique in a cluster: `deployments.apps`, or `pods` for the core group. */
export function typeKey({ group, resource }: { group: string; resource: string }): string {
  return group === '' ? resource : `${resource}.${group}`
}

interface AggregatedResource {
  resource: string
  responseKind: { kind: string } | null
  scope: string
  singularResource?: string
  verbs: string[]
  shortNames?: string[]
  categories?: string[]
}

interface Aggregated {
  kind: 'APIGroupDiscoveryList'
  items: { metadata?: { name?: string }; versions?: { version: string; resources?: AggregatedResource[] }[] }[]
}

function fromAggregated(group: string, version: string, entry: AggregatedResource): ResourceType {
  return {
    group,
    version,
    resource: entry.resource,
    kind: entry.responseKind?.kind ?? entry.resource,
    singular: entry.singularResource ?? '',
    namespaced: entry.scope === 'Namespaced',
    verbs: entry.verbs,
    shortNames: entry.shortNames ?? [],
    categories: entry.categories ?? [],
  }
}

function index(types: Iterable<ResourceType>): Discovery {
  // The versions of a group are in order of preference, so the first type of each resource is kept.
  const resources = new Map<string, ResourceType>()
  const kinds = new Map<string, ResourceType>()
  for (const type of types) {
    if (type.resource.includes('/')) continue
    const key = typeKey(type)
    if (!resources.has(key)) resources.set(key, type)
    const kindKey = `${type.group}/${type.kind}`
    if (!kinds.has(kindKey)) kinds.set(kindKey, type)
  }
  return {
    types: [...resources.values()],
    byResource: (group, resource) => resources.get(typeKey({ group, resource })),
    byKind: (group, kind) => kinds.get(`${group}/${kind}`),
  }
}

function* aggregatedTypes(list: Aggregated): Generator<ResourceType> {
  for (const item of list.items)
    for (const { version, resources = [] } of item.versions ?? [])
      for (const entry of resources) yield fromAggregated(item.metadata?.name ?? '', version, entry)
}

async function listed(cluster: ApiConnection, list?: GroupList): Promise<readonly ResourceType[]> {
  const { listedTypes } = await import('./listed-groups.ts')
  return listedTypes((path) => getJson(cluster, path), list)
}

/**
 * All resources that the cluster serves, core group first.
 * @throws ApiError when the server refuses discovery.
 */
export async function discover(cluster: ApiConnection): Promise<Discovery> {
  const group = dialects[cluster.info.dialect].spell('apidiscovery.{domain}')
  const form = (version: string): string => `application/json;g=${group};v=${version};as=APIGroupDiscoveryList`
  const accept = `${form('v2')},${form('v2beta1')},application/json`
  const [core, groups] = await Promise.all([
    getJson<Aggregated | { kind: 'APIVersions' }>(cluster, '/api', accept),
    getJson<Aggregated | GroupList>(cluster, '/apis', accept),
  ])
  const types = [
    ...(core.kind === 'APIGroupDiscoveryList' ? aggregatedTypes(core) : await listed(cluster)),
    ...(groups.kind === 'APIGroupDiscoveryList' ? aggregatedTypes(groups) : await listed(cluster, groups)),
  ]
  return index(types)
}
