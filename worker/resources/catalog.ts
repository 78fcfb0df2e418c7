import type { GroupVersionKind } from '../api/group-version.ts'
import { byPreference, formatGroupVersion } from '../api/group-version.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { BuiltinResource, BuiltinVersion } from '../schema/builtin/resources.ts'
import { builtinGroups, builtinResources } from '../schema/builtin/resources.ts'
import { builtinType } from '../schema/builtin/types.ts'
import { name } from './columns.ts'
import { conversions, sharedStorage } from './conversions.ts'
import { deprecationOf } from './deprecations.ts'
import { isKindLoaded, kindFile, loadKind } from './kind-files.ts'
import { dropGated } from './notation/gated-fields.ts'
import { compileDefaults } from './notation/defaults.ts'
import { compileValidation, compileWarnings } from './notation/compile-rules.ts'
import type { Behaviour, Column } from './behaviour.ts'
import type {
  Kind,
  KindSettings,
  OpenCatalog,
  Resource,
  ResourceVersion,
  ServedGroup,
  Subresource,
} from './resource.ts'
import { defaultTraits, traits } from './traits.ts'

interface CatalogOptions {
  readonly dialect: Dialect
  /** `--runtime-config`: `api/all`, `api/beta`, `api/alpha`, `group/version`, `group/version/resource`. */
  readonly runtimeConfig?: Readonly<Record<string, boolean>>
  /** `--service-cluster-ip-range`, one a family; the default is that of the real server. */
  readonly serviceRanges?: readonly string[]
  /** `--feature-gates`: features that are off unless they are named. */
  readonly featureGates?: Readonly<Record<string, boolean>>
}

/** The default of the real server. */
export const DEFAULT_SERVICE_RANGES: readonly string[] = ['10.0.0.0/24']

type Served = (group: string, version: string, resource: string, byDefault: boolean) => boolean

function levelOf(version: string): 'alpha' | 'beta' | 'ga' {
  if (version.includes('alpha')) return 'alpha'
  return version.includes('beta') ? 'beta' : 'ga'
}

/** More exact keys win over less exact ones (reference/versions.md 1). */
function servedBy(config: Readonly<Record<string, boolean>>): Served {
  return (group, version, resource, byDefault) => {
    const gv = formatGroupVersion({ group, version })
    const versionServed = config[gv] ?? config[`api/${levelOf(version)}`] ?? config['api/all']
    // A resource that is off by default stays off when only its version is switched on by name.
    return config[`${gv}/${resource}`] ?? versionServed ?? byDefault
  }
}

/** Columns begin with the name, unless the kind puts it in another place or form. */
function withName(columns: readonly Column[], spell: Dialect['spell']): readonly Column[] {
  const all = columns.some((column) => column.name === name.name) ? columns : [name, ...columns]
  return all.map((column) => ({ ...column, description: spell(column.description) }))
}

const ownTemplate = ({ group, name }: BuiltinResource): string => (group === '' ? name : `${group}/${name}`)

const storageTemplate = (builtin: BuiltinResource): string => {
  const own = ownTemplate(builtin)
  return sharedStorage.get(own) ?? own
}

/** Kinds that are only posted, such as reviews, have no file. */
const hasNoFile = ({ versions }: BuiltinResource): boolean => versions.every(({ verbs }) => !verbs.includes('list'))

const isLoaded = (builtin: BuiltinResource): boolean => hasNoFile(builtin) || isKindLoaded(ownTemplate(builtin))

const kindOf = (builtin: BuiltinResource): Kind | undefined =>
  kindFile(ownTemplate(builtin)) ?? kindFile(storageTemplate(builtin))

function behaviourOf(
  builtin: BuiltinResource,
  kind: Kind | undefined,
  dialect: Dialect,
  settings: KindSettings,
): Behaviour {
  const storage = storageTemplate(builtin)
  const own = kind?.behaviour?.(dialect, settings) ?? {}
  const hasStatus = builtin.versions.some(({ subresources }) => subresources.some(({ name }) => name === 'status'))
  return {
    ...defaultTraits,
    statusFields: hasStatus ? ['status'] : [],
    ...traits.get(storage),
    ...(kind && compileValidation(kind, dialect.spell)),
    ...(kind?.gated && { dropGated: dropGated(kind.gated, settings.isOn) }),
    ...(kind?.warnings && { warnings: compileWarnings(kind.warnings, dialect.spell) }),
    ...own,
    ...(own.columns && { columns: withName(own.columns, dialect.spell) }),
  }
}

/** Earlier versions of kinds that are posted to an object. */
const OLDER_VERSIONS: ReadonlyMap<string, readonly string[]> = new Map([['Eviction', ['policy/v1beta1']]])

function versionOf(builtin: BuiltinResource, version: BuiltinVersion, dialect: Dialect): ResourceVersion {
  const { spell } = dialect
  const schema = builtinType(version.type)
  const subresources = new Map<string, Subresource>()
  for (const sub of version.subresources) {
    const kind = { group: spell(sub.group), version: sub.version, kind: sub.kind }
    const olderVersions = OLDER_VERSIONS.get(sub.kind)
    subresources.set(sub.name, {
      name: sub.name,
      kind,
      verbs: sub.verbs,
      schema: builtinType(sub.type),
      ...(olderVersions && { olderVersions }),
    })
  }
  const convert = conversions.get(`${storageTemplate(builtin)}@${builtin.group}/${version.version}`)?.(dialect)
  const apiVersion = formatGroupVersion({ group: spell(builtin.group), version: version.version })
  const deprecation = deprecationOf(dialect, apiVersion, builtin.kind)
  const defaults = once(() => {
    const kind = kindOf(builtin)
    const own = kind?.versionDefaults?.[version.version] ?? kind?.defaults
    return own && compileDefaults(schema, own, spell)
  })
  return {
    version: version.version,
    apiVersion,
    schema,
    verbs: version.verbs,
    subresources,
    get defaults() {
      return isLoaded(builtin) ? defaults() : undefined
    },
    storageVersionHash: version.storageVersionHash,
    ...(convert && { convert }),
    ...(deprecation !== undefined && { deprecation }),
  }
}

type Draft = Resource & { storageVersion: ResourceVersion }

/** Undefined when no version of it is served. */
function resourceOf(
  builtin: BuiltinResource,
  { dialect, serviceRanges = DEFAULT_SERVICE_RANGES, featureGates = {} }: CatalogOptions,
  served: Served,
): Draft | undefined {
  const settings = { serviceRanges, isOn: (gate: string) => featureGates[gate] ?? false }
  const group = dialect.spell(builtin.group)
  const versions = builtin.versions
    .filter(({ version, byDefault }) => served(group, version, builtin.name, byDefault))
    .map((version) => versionOf(builtin, version, dialect))
  const [preferred] = versions
  if (preferred === undefined) return undefined
  const stored = builtin.versions.find(({ version }) => version === builtin.storageVersion)
  const traitsAlone = once(() => behaviourOf(builtin, undefined, dialect, settings))
  const behaviour = once(() => behaviourOf(builtin, kindOf(builtin), dialect, settings))
  return {
    group,
    name: builtin.name,
    singular: builtin.singular,
    kind: builtin.kind,
    listKind: builtin.listKind,
    shortNames: builtin.shortNames,
    categories: builtin.categories,
    namespaced: builtin.namespaced,
    versions,
    storageVersion: stored === undefined ? preferred : versionOf(builtin, stored, dialect),
    storage: dialect.spell(storageTemplate(builtin)),
    get behaviour() {
      return isLoaded(builtin) ? behaviour() : traitsAlone()
    },
  }
}

/** Compiles a kind on its first use. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

/** A resource whose objects are stored under another group has that group's storage version. */
function shareStorage(resources: readonly Draft[]): readonly Resource[] {
  for (const resource of resources) {
    const owner = resources.find(({ storage, group }) => storage === resource.storage && group !== resource.group)
    const isSharer = owner !== undefined && resource.storage !== storageName(resource.group, resource.name)
    if (isSharer) resource.storageVersion = owner.storageVersion
  }
  return resources
}

const storageName = (group: string, name: string): string => (group === '' ? name : `${group}/${name}`)

type Found = { readonly resource: Resource; readonly version: ResourceVersion }

/** The lookups of a catalog for one list of resources. */
interface Index {
  readonly all: readonly Resource[]
  readonly groups: readonly ServedGroup[]
  readonly byPath: ReadonlyMap<string, Found>
  readonly byKind: ReadonlyMap<string, Found>
  readonly byStorage: ReadonlyMap<string, Resource>
}

function indexOf(all: readonly Resource[], groups: readonly ServedGroup[]): Index {
  const byPath = new Map<string, Found>()
  const byKind = new Map<string, Found>()
  const byStorage = new Map<string, Resource>()
  for (const resource of all) {
    if (!byStorage.has(resource.storage)) byStorage.set(resource.storage, resource)
    for (const version of resource.versions) {
      const { custom } = version
      const found = {
        resource: custom === undefined ? resource : { ...resource, behaviour: custom.behaviour },
        version,
      }
      byPath.set(`${version.apiVersion}/${resource.name}`, found)
      byKind.set(kindKey({ group: resource.group, kind: resource.kind, version: version.version }), found)
    }
  }
  return { all, groups, byPath, byKind, byStorage }
}

/** The resources that a cluster serves, spelled in its dialect. The built-in ones are read once, at the start. */
export function buildCatalog(options: CatalogOptions): OpenCatalog {
  const { dialect, runtimeConfig = {} } = options
  const served = servedBy(runtimeConfig)
  const templates = new Map<Resource, string>()
  const drafts = builtinResources().flatMap((one) => {
    const draft = resourceOf(one, options, served)
    if (draft === undefined) return []
    if (!hasNoFile(one)) templates.set(draft, ownTemplate(one))
    return [draft]
  })
  const builtin = shareStorage(drafts)
  const groups = builtinGroups().flatMap(({ group, versions }) => {
    const spelled = dialect.spell(group)
    const names = versions
      .map(({ version }) => version)
      .filter((version) => builtin.some((r) => r.group === spelled && r.versions.some((v) => v.version === version)))
    return names.length === 0 ? [] : [{ group: spelled, versions: names }]
  })
  let index = indexOf(builtin, groups)
  let generation = 1
  const listeners = new Set<() => void>()
  return {
    get generation() {
      return generation
    },
    find: (group, version, resource) => index.byPath.get(`${formatGroupVersion({ group, version })}/${resource}`),
    stored: (storage) => index.byStorage.get(storage),
    byKind: (gvk) => index.byKind.get(kindKey(gvk)),
    all: () => index.all,
    groups: () => index.groups,
    publish(resources) {
      index = indexOf([...builtin, ...resources], [...groups, ...customGroups(resources)])
      generation += 1
      for (const notify of listeners) notify()
    },
    load(resource, needed) {
      const template = templates.get(resource)
      const loading = template === undefined ? undefined : loadKind(template)
      if (needed === 'kind') return loading
      return loading === undefined ? resource.behaviour.load?.() : loading.then(() => resource.behaviour.load?.())
    },
    follow(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Custom groups follow the built-in ones, in the order of their API services: `v1.example.com`. */
function customGroups(resources: readonly Resource[]): ServedGroup[] {
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

const kindKey = ({ group, version, kind }: GroupVersionKind): string => `${group}/${version}/${kind}`
