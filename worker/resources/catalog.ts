import { formatGroupVersion } from '../api/group-version.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { BuiltinResource, BuiltinVersion } from '../schema/builtin/resources.ts'
import { builtinGroups, builtinResources } from '../schema/builtin/resources.ts'
import { builtinType } from '../schema/builtin/types.ts'
import { name } from './columns.ts'
import { conversions, sharedStorage } from './conversions.ts'
import { deprecationOf } from './deprecations.ts'
import { andThen, type Awaitable } from '../runtime/awaitable.ts'
import { type CatalogIndex, customGroups, indexOf, kindKey } from './catalog-index.ts'
import { loadedKind, loadKind } from './kind-files.ts'
import { dropGated } from './notation/gated-fields.ts'
import { compileDefaults } from './notation/defaults.ts'
import { compileValidation, compileWarnings } from './notation/compile-rules.ts'
import type { Behaviour, Column } from './behaviour.ts'
import type {
  Catalog,
  Kind,
  KindSettings,
  OpenCatalog,
  Resource,
  ResourceFacts,
  ResourceVersion,
  ServedGroup,
  ServedVersion,
  Subresource,
  PortRange,
} from './resource.ts'
import { defaultTraits, traits, type Traits } from './traits.ts'

interface CatalogOptions {
  readonly dialect: Dialect
  /** `--runtime-config`: `api/all`, `api/beta`, `api/alpha`, `group/version`, `group/version/resource`. */
  readonly runtimeConfig?: Readonly<Record<string, boolean>>
  /** `--service-cluster-ip-range`, one for each IP family; the real server's default when absent. */
  readonly serviceRanges?: readonly string[]
  /** `--service-node-port-range`; the real server's default when absent. */
  readonly nodePorts?: PortRange | undefined
  /** `--allow-privileged`; true when absent. */
  readonly allowsPrivileged?: boolean | undefined
  /** `--feature-gates`; a feature that is not named here is off. */
  readonly featureGates?: Readonly<Record<string, boolean>>
}

/** The real server's default of `--service-cluster-ip-range`. */
export const DEFAULT_SERVICE_RANGES: readonly string[] = ['10.0.0.0/24']

type Served = (group: string, version: string, resource: string, byDefault: boolean) => boolean

function levelOf(version: string): 'alpha' | 'beta' | 'ga' {
  if (version.includes('alpha')) return 'alpha'
  return version.includes('beta') ? 'beta' : 'ga'
}

/** Returns the test whether a resource is served. More exact keys win over less exact ones (reference/versions.md 1). */
function servedBy(config: Readonly<Record<string, boolean>>): Served {
  return (group, version, resource, byDefault) => {
    const gv = formatGroupVersion({ group, version })
    const versionServed = config[gv] ?? config[`api/${levelOf(version)}`] ?? config['api/all']
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

/** Whether a resource has no file. Resources without `list`, such as reviews, have none. */
const hasNoFile = ({ versions }: BuiltinResource): boolean => versions.every(({ verbs }) => !verbs.includes('list'))

const kindOf = (builtin: BuiltinResource): Kind | undefined =>
  loadedKind(ownTemplate(builtin)) ?? loadedKind(storageTemplate(builtin))

/** Loads the file of a kind; undefined when it is loaded already or does not exist. */
function loadKindOf(builtin: BuiltinResource): Promise<unknown> | undefined {
  if (hasNoFile(builtin)) return undefined
  const loading = [ownTemplate(builtin), storageTemplate(builtin)].flatMap((template) => loadKind(template) ?? [])
  return loading.length === 0 ? undefined : Promise.all(loading)
}

const traitsOf = (builtin: BuiltinResource): Traits => ({ ...defaultTraits, ...traits.get(storageTemplate(builtin)) })

function defaultsOf(builtin: BuiltinResource, kind: Kind | undefined, spell: Dialect['spell']): Behaviour['defaults'] {
  return new Map(
    builtin.versions.flatMap(({ version, type }) => {
      const own = kind?.versionDefaults?.[version] ?? kind?.defaults
      return own === undefined ? [] : [[version, compileDefaults(builtinType(type), own, spell)] as const]
    }),
  )
}

/**
 * The behaviour of a built-in kind: its traits, its compiled rules and the members of its file.
 * @param given The loaded kind; undefined when it has no file.
 */
function behaviourOf(
  builtin: BuiltinResource,
  given: Kind | undefined,
  dialect: Dialect,
  settings: KindSettings,
): Behaviour {
  const kind = given && withoutFeatures(given, settings)
  const own = kind?.behaviour?.(dialect, settings) ?? {}
  const hasStatus = builtin.versions.some(({ subresources }) => subresources.some(({ name }) => name === 'status'))
  return {
    ...traitsOf(builtin),
    statusFields: hasStatus ? ['status'] : [],
    defaults: defaultsOf(builtin, kind, dialect.spell),
    ...(kind && validationOf(compileValidation(kind, dialect.spell, settings.allowsPrivileged), own)),
    ...(kind?.gated && { dropGated: dropGated(kind.gated, settings.isOn) }),
    ...(kind?.warnings && { warnings: compileWarnings(kind.warnings, dialect.spell) }),
    ...own,
    ...(own.columns && { columns: withName(own.columns, dialect.spell) }),
  }
}

function withoutFeatures(kind: Kind, { isOn }: KindSettings): Kind {
  const off = Object.entries(kind.without ?? {}).filter(([gate]) => !isOn(gate))
  return Object.assign({}, kind, ...off.map(([, members]) => members)) as Kind
}

/** Leaves out `updateFaults` when the kind replaces the rules of an update by its own `validateUpdate`. */
function validationOf(
  { updateFaults, ...validation }: ReturnType<typeof compileValidation>,
  own: Partial<Behaviour>,
): Partial<Behaviour> {
  return own.validateUpdate === undefined ? { ...validation, updateFaults } : validation
}

/** By the kind of a subresource's bodies: older versions of the kind that a body may have. */
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
  return {
    version: version.version,
    apiVersion,
    schema,
    verbs: version.verbs,
    subresources,
    storageVersionHash: version.storageVersionHash,
    ...(convert && { convert }),
    ...(deprecation !== undefined && { deprecation }),
  }
}

type Draft = ResourceFacts & { storageVersion: ResourceVersion }

/** The facts about a resource; undefined when no version of it is served. */
function factsOf(builtin: BuiltinResource, dialect: Dialect, served: Served): Draft | undefined {
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
    traits: traitsOf(builtin),
  }
}

/** A resource whose objects are stored under another group has that group's storage version. */
function shareStorage(resources: readonly Draft[]): readonly ResourceFacts[] {
  for (const resource of resources) {
    const owner = resources.find(({ storage, group }) => storage === resource.storage && group !== resource.group)
    const isSharer = owner !== undefined && resource.storage !== storageName(resource.group, resource.name)
    if (isSharer) resource.storageVersion = owner.storageVersion
  }
  return resources
}

const storageName = (group: string, name: string): string => (group === '' ? name : `${group}/${name}`)

const isResolved = (resource: ResourceFacts): resource is Resource => 'behaviour' in resource

/** The resources that a cluster serves, spelled in its dialect. The built-in ones are read once, at the start. */
export function buildCatalog(options: CatalogOptions): OpenCatalog {
  const { dialect, runtimeConfig = {}, serviceRanges = DEFAULT_SERVICE_RANGES, featureGates = {} } = options
  const { nodePorts, allowsPrivileged } = options
  const served = servedBy(runtimeConfig)
  const settings = { serviceRanges, nodePorts, allowsPrivileged, isOn: (gate: string) => featureGates[gate] ?? false }
  const builtins = new Map<ResourceFacts, BuiltinResource>()
  const resolved = new Map<ResourceFacts, Resource>()
  const drafts = builtinResources().flatMap((one) => {
    const draft = factsOf(one, dialect, served)
    if (draft === undefined) return []
    builtins.set(draft, one)
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
  const builtinIndex = indexOf(builtin, groups)
  const resolve = (resource: ResourceFacts): Awaitable<Resource> => {
    if (isResolved(resource)) return resource
    const found = resolved.get(resource)
    if (found !== undefined) return found
    const one = builtins.get(resource)
    if (one === undefined) throw new Error(`resolve resources of this catalog only, not another ${resource.storage}`)
    return andThen(loadKindOf(one), () => {
      const whole = { ...resource, behaviour: behaviourOf(one, kindOf(one), dialect, settings) }
      resolved.set(resource, whole)
      return whole
    })
  }
  return openCatalog({ builtin, groups, builtinIndex, resolve })
}

interface BuiltinResources extends Pick<Catalog, 'resolve'> {
  readonly builtin: readonly ResourceFacts[]
  readonly groups: readonly ServedGroup[]
  readonly builtinIndex: CatalogIndex
}

interface Search {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly found: ServedVersion | undefined
}

function openCatalog(builtins: BuiltinResources): OpenCatalog {
  const { builtin, groups, builtinIndex, resolve } = builtins
  let index = builtinIndex
  let generation = 1
  /** The last search of `find`. A request looks up its version more than once, and each lookup builds a text as its key. */
  let last: Search | undefined
  const listeners = new Set<() => void>()
  return {
    resolve,
    forAnother: () => openCatalog(builtins),
    get generation() {
      return generation
    },
    find(group, version, resource) {
      if (last?.resource === resource && last.version === version && last.group === group) return last.found
      const found = index.byPath.get(`${formatGroupVersion({ group, version })}/${resource}`)
      last = { group, version, resource, found }
      return found
    },
    stored: (storage) => index.byStorage.get(storage),
    byKind: (gvk) => index.byKind.get(kindKey(gvk)),
    all: () => index.all,
    groups: () => index.groups,
    publish(resources) {
      last = undefined
      index = indexOf([...builtin, ...resources], [...groups, ...customGroups(resources)])
      generation += 1
      for (const notify of listeners) notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
