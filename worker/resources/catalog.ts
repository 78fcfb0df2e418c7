import type { GroupVersionKind } from '../api/group-version.ts'
import { formatGroupVersion } from '../api/group-version.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { BuiltinResource, BuiltinVersion } from '../schema/builtin/resources.ts'
import { builtinGroups, builtinResources } from '../schema/builtin/resources.ts'
import { builtinType } from '../schema/builtin/types.ts'
import { name } from './columns.ts'
import { conversions, sharedStorage } from './conversions.ts'
import { deprecationOf } from './deprecations.ts'
import { kinds } from './kinds.ts'
import { dropGated } from './notation/gated-fields.ts'
import { compileDefaults } from './notation/defaults.ts'
import { compileValidation, compileWarnings } from './notation/compile-rules.ts'
import type {
  Behaviour,
  Catalog,
  Column,
  Kind,
  KindSettings,
  Resource,
  ResourceVersion,
  Subresource,
} from './resource.ts'
import { defaultTraits, traits } from './traits.ts'

interface CatalogOptions {
  readonly dialect: Dialect
  /** `--runtime-config`: `api/all`, `api/beta`, `api/alpha`, `group/version`, `group/version/resource`. */
  readonly runtimeConfig?: Readonly<Record<string, boolean>>
  /** `--service-cluster-ip-range`, one a family; the real server's default otherwise. */
  readonly serviceRanges?: readonly string[]
  /** `--feature-gates`: features that are off unless they are named. */
  readonly featureGates?: Readonly<Record<string, boolean>>
}

/** As of the real server. */
export const DEFAULT_SERVICE_RANGES: readonly string[] = ['10.0.0.0/24']

type Served = (group: string, version: string, resource: string, byDefault: boolean) => boolean

/** More exact keys win over less exact ones (SPEC: Groups and enabling). */
function servedBy(config: Readonly<Record<string, boolean>>): Served {
  return (group, version, resource, byDefault) => {
    const gv = formatGroupVersion({ group, version })
    const level = version.includes('alpha') ? 'alpha' : version.includes('beta') ? 'beta' : 'ga'
    const versionServed = config[gv] ?? config[`api/${level}`] ?? config['api/all']
    // A resource that is off by default stays off when only its version is switched on by name.
    return config[`${gv}/${resource}`] ?? versionServed ?? byDefault
  }
}

/** Columns begin with the name, unless a kind has it in another place or form. */
function withName(columns: readonly Column[], spell: Dialect['spell']): readonly Column[] {
  const all = columns.some((column) => column.name === name.name) ? columns : [name, ...columns]
  return all.map((column) => ({ ...column, description: spell(column.description) }))
}

const kindFiles: ReadonlyMap<string, Kind> = new Map(kinds.map((kind) => [kind.resource, kind]))

const ownTemplate = ({ group, name }: BuiltinResource): string => (group === '' ? name : `${group}/${name}`)

const storageTemplate = (builtin: BuiltinResource): string => {
  const own = ownTemplate(builtin)
  return sharedStorage.get(own) ?? own
}

const kindOf = (builtin: BuiltinResource): Kind | undefined =>
  kindFiles.get(ownTemplate(builtin)) ?? kindFiles.get(storageTemplate(builtin))

function behaviourOf(builtin: BuiltinResource, dialect: Dialect, settings: KindSettings): Behaviour {
  const storage = storageTemplate(builtin)
  const kind = kindOf(builtin)
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

function versionOf(builtin: BuiltinResource, version: BuiltinVersion, dialect: Dialect): ResourceVersion {
  const { spell } = dialect
  const kind = kindOf(builtin)
  const defaults = kind?.versionDefaults?.[version.version] ?? kind?.defaults
  const schema = builtinType(version.type)
  const subresources = new Map<string, Subresource>()
  for (const sub of version.subresources) {
    const kind = { group: spell(sub.group), version: sub.version, kind: sub.kind }
    subresources.set(sub.name, { name: sub.name, kind, verbs: sub.verbs, schema: builtinType(sub.type) })
  }
  const convert = conversions.get(`${storageTemplate(builtin)}@${builtin.group}/${version.version}`)?.(dialect)
  const apiVersion = formatGroupVersion({ group: spell(builtin.group), version: version.version })
  const deprecation = deprecationOf(dialect, apiVersion, builtin.kind)
  return {
    version: version.version,
    apiVersion,
    schema,
    verbs: version.verbs,
    subresources,
    ...(defaults && { defaults: compileDefaults(schema, defaults, spell) }),
    storageVersionHash: version.storageVersionHash,
    ...(convert && { convert }),
    ...(deprecation !== undefined && { deprecation }),
  }
}

/** Undefined where no version of it is served. */
function resourceOf(
  builtin: BuiltinResource,
  { dialect, serviceRanges = DEFAULT_SERVICE_RANGES, featureGates = {} }: CatalogOptions,
  served: Served,
): Resource | undefined {
  const settings = { serviceRanges, isOn: (gate: string) => featureGates[gate] ?? false }
  const group = dialect.spell(builtin.group)
  const versions = builtin.versions
    .filter(({ version, byDefault }) => served(group, version, builtin.name, byDefault))
    .map((version) => versionOf(builtin, version, dialect))
  const [preferred] = versions
  if (preferred === undefined) return undefined
  const stored = builtin.versions.find(({ version }) => version === builtin.storageVersion)
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
    behaviour: behaviourOf(builtin, dialect, settings),
  }
}

/** A resource whose objects lie in another group's storage keeps that group's storage version. */
function shareStorage(resources: readonly Resource[]): Resource[] {
  return resources.map((resource) => {
    const owner = resources.find(({ storage, group }) => storage === resource.storage && group !== resource.group)
    const isSharer = owner !== undefined && resource.storage !== storageName(resource.group, resource.name)
    return isSharer ? { ...resource, storageVersion: owner.storageVersion } : resource
  })
}

const storageName = (group: string, name: string): string => (group === '' ? name : `${group}/${name}`)

/** The resources a cluster serves, spelled in its dialect. Built once when it starts. */
export function buildCatalog(options: CatalogOptions): Catalog {
  const { dialect, runtimeConfig = {} } = options
  const served = servedBy(runtimeConfig)
  const all = shareStorage(builtinResources().flatMap((builtin) => resourceOf(builtin, options, served) ?? []))
  const byPath = new Map<string, { resource: Resource; version: ResourceVersion }>()
  const byKind = new Map<string, { resource: Resource; version: ResourceVersion }>()
  const byStorage = new Map<string, Resource>()
  for (const resource of all) {
    if (!byStorage.has(resource.storage)) byStorage.set(resource.storage, resource)
    for (const version of resource.versions) {
      byPath.set(`${version.apiVersion}/${resource.name}`, { resource, version })
      byKind.set(kindKey({ ...resource, version: version.version }), { resource, version })
    }
  }
  const groups = builtinGroups().flatMap(({ group, versions }) => {
    const spelled = dialect.spell(group)
    const names = versions
      .map(({ version }) => version)
      .filter((version) => all.some((r) => r.group === spelled && r.versions.some((v) => v.version === version)))
    return names.length === 0 ? [] : [{ group: spelled, versions: names }]
  })
  return {
    generation: 1,
    find: (group, version, resource) => byPath.get(`${formatGroupVersion({ group, version })}/${resource}`),
    stored: (storage) => byStorage.get(storage),
    byKind: (gvk) => byKind.get(kindKey(gvk)),
    all: () => all,
    groups: () => groups,
  }
}

const kindKey = ({ group, version, kind }: GroupVersionKind): string => `${group}/${version}/${kind}`
