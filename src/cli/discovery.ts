import type { GroupVersion } from '../../worker/api/group-version.ts'
import { formatGroupVersion } from '../../worker/api/group-version.ts'
import { isObject, objectsIn, stringOrEmpty, stringsIn, type JsonObject } from '../../worker/api/json.ts'
import type { Client } from './client.ts'
import { Failure, hasReason, UnfitPath } from './failure.ts'

/** A resource type that the server serves, in one version. */
export interface ResourceType extends GroupVersion {
  /** Plural: `deployments`. */
  readonly resource: string
  readonly singular: string
  readonly kind: string
  readonly namespaced: boolean
  readonly verbs: readonly string[]
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly subresources: readonly string[]
}

/** The resource types and group versions of a server. */
export class Discovery {
  /** In the server's order: groups by priority, versions by preference. */
  readonly types: readonly ResourceType[]
  readonly groupVersions: readonly string[]

  constructor(types: readonly ResourceType[], groupVersions: readonly string[]) {
    this.types = types
    this.groupVersions = groupVersions
  }

  /**
   * One type for each resource, in the preferred version of its group; when that version lacks the resource, in another
   * one.
   */
  preferred(): ResourceType[] {
    const seen = new Set<string>()
    return this.types.filter((type) => {
      const key = `${type.resource}.${type.group}`
      return seen.has(key) ? false : (seen.add(key), true)
    })
  }

  /**
   * The type that `deploy`, `Deployment`, `deployments.apps` or `deployments.v1.apps` names.
   * @param warn receives a warning when other groups have the same short name
   * @throws NoSuchType
   */
  find(text: string, warn: (text: string) => void = () => undefined): ResourceType {
    const [name = '', second, ...rest] = text.split('.')
    const lower = name.toLowerCase()
    if (second !== undefined && rest.length > 0) {
      const inGroup = this.types.filter((type) => type.group === rest.join('.'))
      const exact = inGroup.find((type) => type.version === second && isNamed(type, lower))
      // kubectl ignores the version after a short name.
      const found =
        exact ??
        (rest.join('.') === ''
          ? this.#byShortName(name, undefined, warn)
          : inGroup.find((type) => type.shortNames.includes(name)))
      if (found !== undefined) return found
    }
    const group = second === undefined ? undefined : [second, ...rest].join('.')
    const found = this.#inGroup(group, (type) => isNamed(type, lower)) ?? this.#byShortName(name, group, warn)
    if (found === undefined) throw new NoSuchType(name)
    return found
  }

  /**
   * Whether the text has three parts, such as `deployments.v1.apps`, and names no type and version of this discovery.
   */
  lacksVersioned(text: string): boolean {
    const [name = '', version, ...rest] = text.split('.')
    if (rest.length === 0) return false
    const group = rest.join('.')
    return !this.types.some(
      (type) => type.version === version && type.group === group && isNamed(type, name.toLowerCase()),
    )
  }

  #inGroup(group: string | undefined, matches: (type: ResourceType) => boolean): ResourceType | undefined {
    const named = this.types.filter(matches)
    if (group === undefined) return named[0]
    return named.find((type) => type.group === group) ?? named.find((type) => type.group.startsWith(group))
  }

  #byShortName(short: string, group: string | undefined, warn: (text: string) => void): ResourceType | undefined {
    const found = this.#inGroup(group, (type) => type.shortNames.includes(short))
    if (found === undefined || group !== undefined) return found
    for (const other of this.types)
      if (other.group !== found.group && other.shortNames.includes(short))
        warn(`short name "${short}" could also match lower priority resource ${other.resource}.${other.group}`)
    return found
  }

  /** The type of an object; undefined when the server does not serve it. */
  forKind(apiVersion: string, kind: string): ResourceType | undefined {
    // As in kubectl, a kind in small letters has a type too. The server then refuses the object.
    // A version after an empty group belongs to the core group.
    const version = apiVersion.replace(/^\//, '')
    const served = this.types.filter((type) => formatGroupVersion(type) === version)
    return served.find((type) => type.kind === kind || type.kind.toLowerCase() === kind) ?? listType(served, kind)
  }

  /** The types of a category (`all`); empty for an unknown category. */
  category(name: string): ResourceType[] {
    return this.preferred().filter((type) => type.categories.includes(name))
  }
}

/**
 * The type of a list. kubectl maps `List`, and the name of each kind with `List` at its end, to a resource that no server
 * has. Files only contain such an object when the list has no items.
 */
function listType(served: readonly ResourceType[], kind: string): ResourceType | undefined {
  if (!kind.endsWith('List')) return undefined
  const known = served.find((type) => `${type.kind}List` === kind)
  const { group, version } = served[0] ?? UNKNOWN_TYPE
  if (served.length === 0 || (known === undefined && kind !== 'List')) return undefined
  const singular = kind.toLowerCase()
  const namespaced = known?.namespaced ?? false
  return { ...UNKNOWN_TYPE, group, version, kind, namespaced, singular, resource: `${singular}s` }
}

/** The type of an item whose kind the server does not serve. The target of such an item is refused. */
export const UNKNOWN_TYPE: ResourceType = {
  group: '',
  version: '',
  resource: '',
  singular: '',
  kind: '',
  namespaced: false,
  verbs: [],
  shortNames: [],
  categories: [],
  subresources: [],
}

/** The failure for a word that names no type: `the server doesn't have a resource type "x"`. */
export class NoSuchType extends Failure {
  constructor(name: string) {
    super(`the server doesn't have a resource type ${JSON.stringify(name)}`)
  }
}

const isNamed = (type: ResourceType, lower: string): boolean =>
  type.resource === lower || type.singular === lower || type.kind.toLowerCase() === lower

/** A part of a path, escaped as in Go, which keeps more characters than `encodeURIComponent`: `system:node`. */
const pathPart = (text: string): string =>
  encodeURIComponent(text).replace(/%(?:2[46BC]|3[ABD]|40)/g, decodeURIComponent)

/**
 * The path of a collection, `/api/v1/namespaces/x/pods`, or, with a name, of an object.
 * @throws Failure for an empty name, and for a name or namespace that a path cannot contain
 */
export function resourcePath(
  type: Pick<ResourceType, 'group' | 'version' | 'resource' | 'namespaced'>,
  namespace: string | undefined,
  name?: string,
): string {
  if (name === '') throw new Failure('resource name may not be empty')
  if (type.namespaced && namespace !== undefined) requirePathPart('namespace', namespace)
  if (name !== undefined) requirePathPart('resource name', name)
  const root = type.group === '' ? `/api/${type.version}` : `/apis/${type.group}/${type.version}`
  const scope = type.namespaced && namespace !== undefined ? `/namespaces/${pathPart(namespace)}` : ''
  return `${root}${scope}/${type.resource}${name === undefined ? '' : `/${pathPart(name)}`}`
}

/** @throws Failure for a text that cannot be one part of the path of a request */
function requirePathPart(what: 'namespace' | 'resource name', text: string): void {
  const isRelative = text === '.' || text === '..'
  const faults = isRelative
    ? [`may not be '${text}'`]
    : ['/', '%'].filter((each) => text.includes(each)).map((each) => `may not contain '${each}'`)
  if (faults.length > 0) throw new UnfitPath(`invalid ${what} ${JSON.stringify(text)}: [${faults.join(' ')}]`)
}

/** A resource with its group, `deployments.apps`; without a dot in the core group. */
export const groupResource = ({ group, resource }: Pick<ResourceType, 'group' | 'resource'>): string =>
  group === '' ? resource : `${resource}.${group}`

/** A kind with its group, `Deployment.apps`; without a dot in the core group. */
export const groupKind = ({ group, kind }: Pick<ResourceType, 'group' | 'kind'>): string =>
  group === '' ? kind : `${kind}.${group}`

/** The name of an object's type in messages: `deployment.apps`. */
export const kindName = (type: Pick<ResourceType, 'kind' | 'group'>): string => groupKind(type).toLowerCase()

/** Requests discovery: two requests to a server with aggregated discovery, else one for each group version. */
export async function discover(client: Client, domain: string): Promise<Discovery> {
  const accept = ['v2', 'v2beta1']
    .map((version) => `application/json;g=apidiscovery.${domain};v=${version};as=APIGroupDiscoveryList,`)
    .join('')
  const types: ResourceType[] = []
  const groupVersions: string[] = []
  for (const path of ['/api', '/apis']) {
    const answer = await client.json({ path, accept: `${accept}application/json` })
    const documents =
      answer.kind === 'APIGroupDiscoveryList' ? aggregated(answer) : await separate(client, path, answer)
    for (const document of documents) {
      groupVersions.push(formatGroupVersion(document))
      types.push(...document.types)
    }
  }
  return new Discovery(types, groupVersions)
}

interface GroupDocument extends GroupVersion {
  readonly types: readonly ResourceType[]
}

function aggregated(list: JsonObject): GroupDocument[] {
  return objectsIn(list.items).flatMap((item) => {
    const group = isObject(item.metadata) ? stringOrEmpty(item.metadata.name) : ''
    return objectsIn(item.versions).map((entry) => {
      const version = stringOrEmpty(entry.version)
      const types = objectsIn(entry.resources).map((resource): ResourceType => ({
        group,
        version,
        resource: stringOrEmpty(resource.resource),
        singular: stringOrEmpty(resource.singularResource),
        kind: isObject(resource.responseKind) ? stringOrEmpty(resource.responseKind.kind) : '',
        namespaced: resource.scope === 'Namespaced',
        verbs: stringsIn(resource.verbs),
        shortNames: stringsIn(resource.shortNames),
        categories: stringsIn(resource.categories),
        subresources: objectsIn(resource.subresources).map((sub) => stringOrEmpty(sub.subresource)),
      }))
      return { group, version, types: types.filter((type) => type.kind !== '') }
    })
  })
}

async function separate(client: Client, path: string, answer: JsonObject): Promise<GroupDocument[]> {
  const versions =
    path === '/api'
      ? stringsIn(answer.versions).map((version) => ({ group: '', version }))
      : objectsIn(answer.groups).flatMap((group) =>
          objectsIn(group.versions).map((version) => ({
            group: stringOrEmpty(group.name),
            version: stringOrEmpty(version.version),
          })),
        )
  return Promise.all(
    versions.map(async (groupVersion) => ({
      ...groupVersion,
      types: await resourceList(client, `${path}/${formatGroupVersion(groupVersion)}`, groupVersion),
    })),
  )
}

async function resourceList(client: Client, path: string, groupVersion: GroupVersion): Promise<ResourceType[]> {
  let list: JsonObject
  try {
    list = await client.json({ path })
  } catch (error) {
    // The group version was removed between the two requests.
    if (hasReason(error, 'NotFound')) return []
    throw error
  }
  const all = objectsIn(list.resources)
  return all
    .filter((resource) => !stringOrEmpty(resource.name).includes('/'))
    .map((resource) => ({
      ...groupVersion,
      resource: stringOrEmpty(resource.name),
      singular: stringOrEmpty(resource.singularName) || stringOrEmpty(resource.kind).toLowerCase(),
      kind: stringOrEmpty(resource.kind),
      namespaced: resource.namespaced === true,
      verbs: stringsIn(resource.verbs),
      shortNames: stringsIn(resource.shortNames),
      categories: stringsIn(resource.categories),
      subresources: all
        .map((other) => stringOrEmpty(other.name))
        .filter((name) => name.startsWith(`${stringOrEmpty(resource.name)}/`))
        .map((name) => name.slice(stringOrEmpty(resource.name).length + 1)),
    }))
}
