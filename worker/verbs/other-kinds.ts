import type { GroupVersionKind } from '../api/group-version.ts'
import { formatGroupVersion } from '../api/group-version.ts'
import type { Catalog, ResourceFacts } from '../resources/resource.ts'
import { builtinType, isBuiltinType } from '../schema/builtin/types.ts'
import type { StructSchema } from '../schema/schema.ts'
import { isSame, SCHEME } from './body-kind.ts'
import { isOlderKind, isOlderVersion } from './older-versions.ts'

// The kinds that a body or a patch may name beside the kind of its target. Loaded with the first such document.

/**
 * Whether the server has the kind of a body whose target expects another kind. The server has the kinds that it serves, their
 * lists, the kinds of subresources, and older versions of kinds. For definitions and API services, the real server has separate
 * programs (apiextensions-apiserver, kube-aggregator), which have the kinds of their own group only.
 */
export function isKnownKind(catalog: Catalog, actual: GroupVersionKind, expected: GroupVersionKind): boolean {
  const isShared = UNVERSIONED.has(actual.kind) || actual.group === '' || actual.group.startsWith('meta.')
  if (isShared && isMetaKind(catalog, actual)) return true
  if (programOf(actual) !== programOf(expected)) return false
  if (catalog.byKind(actual) !== undefined || isMetaKind(catalog, actual)) return true
  if (formatGroupVersion(actual) === 'v1' && CORE_KINDS.has(actual.kind)) return true
  const item = actual.kind.replace(/List$/, '')
  if (catalog.byKind({ ...actual, kind: item }) !== undefined) return true
  if (catalog.all().some((resource) => hasSubresourceKind(resource, actual))) return true
  return mayBeOlder(catalog, actual) && isOlderKind(actual)
}

/** Whether a group may have older versions. The group `extensions`, which is not served, once had kinds of other groups. */
const mayBeOlder = (catalog: Catalog, { group }: GroupVersionKind): boolean =>
  group === 'extensions' || isBuiltinGroup(catalog, group)

/** Whether a group has the domain of a served built-in group. The group itself need not be served. */
function isBuiltinGroup(catalog: Catalog, group: string): boolean {
  const domain = domainOf(group)
  return catalog.groups().some((served) => served.custom !== true && domainOf(served.group) === domain)
}

/**
 * Whether the real server has an internal type for a kind of a group: it has one for the kinds that it serves, for their lists and
 * for the kinds of subresources. `group` is the result of `internalGroup`.
 */
export function hasInternalType(catalog: Catalog, { group, kind }: Pick<GroupVersionKind, 'group' | 'kind'>): boolean {
  if (UNVERSIONED.has(kind) || kind === 'WatchEvent') return true
  if (group === '' && CORE_KINDS.has(kind)) return true
  if (group === 'apps' && kind === 'Scale') return true
  const names = (each: string): boolean => each === kind || `${each}List` === kind
  return catalog.all().some((resource) => {
    if (resource.group === group && names(resource.kind)) return true
    const kinds = resource.versions.flatMap(({ subresources }) => [...subresources.values()].map((each) => each.kind))
    return kinds.some((own) => own.group === group && own.kind === kind)
  })
}

/**
 * Whether the real server has a kind in the scheme with which it reads the Scales of custom resources. That scheme has the served
 * version of Scale, three older ones, and the kinds beside them.
 */
export function isKindOfScales(actual: GroupVersionKind): boolean {
  const groupVersion = formatGroupVersion(actual)
  if (UNVERSIONED.has(actual.kind)) return true
  if (!VERSIONS_OF_SCALE.has(groupVersion)) return false
  return OPTIONS.has(actual.kind) || isOlderKind(actual) || (actual.group === 'autoscaling' && SCALING.has(actual.kind))
}

const VERSIONS_OF_SCALE = new Set(['autoscaling/v1', 'apps/v1beta1', 'apps/v1beta2', 'extensions/v1beta1'])
const SCALING = new Set(['Scale', 'HorizontalPodAutoscaler', 'HorizontalPodAutoscalerList'])

/** The group of the internal type of a kind: events of `events.k8s.io` have the type of core events. */
export const internalGroup = ({ group }: GroupVersionKind): string => (group === 'events.k8s.io' ? '' : group)

/** The part of a group after its first name. */
const domainOf = (group: string): string => group.split('.').slice(1).join('.')

/** The prefix of a group whose kinds a separate program decodes; empty for the groups that the main program decodes. */
const programOf = ({ group }: GroupVersionKind): string => /^(?:apiextensions|apiregistration)\./.exec(group)?.[0] ?? ''

/** The schema of a kind or of a list of it; undefined for kinds that no path serves. */
export function schemaOfKind(catalog: Catalog, actual: GroupVersionKind): StructSchema | undefined {
  if (UNVERSIONED.has(actual.kind)) return builtinType(`apimachinery.pkg.apis.meta.v1.${actual.kind}`)
  const own = catalog.byKind(actual)?.version.schema
  if (own !== undefined || !actual.kind.endsWith('List')) return own
  const items = catalog.byKind({ ...actual, kind: actual.kind.slice(0, -'List'.length) })?.version
  if (items === undefined || items.custom !== undefined) return undefined
  const list = `${items.schema.name ?? ''}List`
  return isBuiltinType(list) ? builtinType(list) : undefined
}

/** Whether the kind belongs to every group and version, as `Status` does, or to every known version, as `DeleteOptions` does. */
const isMetaKind = (catalog: Catalog, actual: GroupVersionKind): boolean =>
  UNVERSIONED.has(actual.kind) || (OPTIONS.has(actual.kind) && isVersion(catalog, actual))

/** Whether a subresource has the kind, such as `TokenRequest`, which is the kind of no resource. */
const hasSubresourceKind = ({ versions }: ResourceFacts, actual: GroupVersionKind): boolean =>
  versions.some(({ subresources }) => [...subresources.values()].some(({ kind }) => isSame(kind, actual)))

/** Whether a version of a group is served, or is an older one. */
function isVersion(catalog: Catalog, actual: GroupVersionKind): boolean {
  const { group, version } = actual
  const isServed = catalog.groups().some((served) => served.group === group && served.versions.includes(version))
  return isServed || (mayBeOlder(catalog, actual) && isOlderVersion(actual))
}

/** Kinds that every group and version has, served or not. */
const UNVERSIONED = new Set(['Status', 'APIVersions', 'APIGroup', 'APIGroupList', 'APIResourceList'])
/** Kinds that every known version has. */
const OPTIONS = new Set([
  'CreateOptions',
  'DeleteOptions',
  'GetOptions',
  'ListOptions',
  'PatchOptions',
  'UpdateOptions',
  'WatchEvent',
])
/** Kinds of the core group that no path serves. */
const CORE_KINDS = new Set([
  'List',
  'NodeProxyOptions',
  'PodAttachOptions',
  'PodExecOptions',
  'PodLogOptions',
  'PodPortForwardOptions',
  'PodProxyOptions',
  'PodStatusResult',
  'RangeAllocation',
  'SerializedReference',
  'ServiceProxyOptions',
])

/** The real server's name of a kind without its version, such as `core.ConfigMap`. */
export function internalName({ group, kind }: Pick<GroupVersionKind, 'group' | 'kind'>): string {
  const [first = ''] = group.split('.')
  return `${PACKAGES.get(first) ?? first}.${kind}`
}

/** The packages of internal types whose name is not the first part of their group. */
const PACKAGES: ReadonlyMap<string, string> = new Map([
  ['', 'core'],
  ['events', 'core'],
  ['internal', 'apiserverinternal'],
])

/** The Go type of a kind, such as `v1beta1.CronJob`. Every version of a group has the options of version 1. */
export const goTypeName = ({ version, kind }: GroupVersionKind): string =>
  `${OPTIONS.has(kind) || UNVERSIONED.has(kind) ? 'v1' : version}.${kind}`

/** The Go type of the internal version of a kind. Kinds that every group has are types of `meta/v1`. */
export function internalTypeName(actual: Pick<GroupVersionKind, 'group' | 'kind'>): string {
  if (UNVERSIONED.has(actual.kind)) return `v1.${actual.kind}`
  if (actual.kind === 'WatchEvent') return 'v1.InternalEvent'
  return actual.kind === 'Scale' ? 'autoscaling.Scale' : internalName(actual)
}

export const notRegistered = (kind: GroupVersionKind): string =>
  `no kind "${kind.kind}" is registered for version "${formatGroupVersion(kind)}" in scheme ${SCHEME}`

export const notRegisteredInternally = ({ group, kind }: Pick<GroupVersionKind, 'group' | 'kind'>): string =>
  `no kind "${kind}" is registered for the internal version of group "${group}" in scheme ${SCHEME}`
