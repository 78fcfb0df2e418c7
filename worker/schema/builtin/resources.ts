import { table } from './resources.generated.ts'
import { typeTexts } from './notation.ts'
import { isBuiltinType } from './types.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

/** The discovery data of a built-in resource. Groups are templates of the dialect. */
export interface BuiltinResource {
  /** The group, such as `apps` or `rbac.authorization.{domain}`; empty for the core group. */
  readonly group: string
  readonly name: string
  readonly singular: string
  readonly kind: string
  readonly listKind: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly namespaced: boolean
  /** The versions in the order of discovery, the preferred version first. */
  readonly versions: readonly BuiltinVersion[]
  /** The version in which objects are stored; one of `versions`. */
  readonly storageVersion: string
}

export interface BuiltinVersion {
  readonly version: string
  /** Whether the version is served without `--runtime-config`. */
  readonly byDefault: boolean
  readonly verbs: readonly string[]
  /** The name of the schema, such as `api.apps.v1.Deployment`. */
  readonly type: string
  /** The name of the schema of lists; empty for a resource without lists. */
  readonly listType: string
  readonly subresources: readonly BuiltinSubresource[]
  /** base64 of eight bytes, as published by the real server; empty for a resource that is not stored. */
  readonly storageVersionHash: string
}

export interface BuiltinSubresource {
  readonly name: string
  /** Group, version and kind of the bodies: `autoscaling`, `v1`, `Scale` for `scale`. */
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly verbs: readonly string[]
  readonly type: string
}

export interface BuiltinGroup {
  readonly group: string
  readonly versions: readonly { readonly version: string; readonly byDefault: boolean }[]
}

/** The groups in discovery order: the core group, then the groups of `/apis`. */
export function builtinGroups(): readonly BuiltinGroup[] {
  return read().groups
}

/** The resources, in discovery order of their groups and by name within a group. */
export function builtinResources(): readonly BuiltinResource[] {
  return read().resources
}

interface Tables {
  readonly groups: readonly BuiltinGroup[]
  readonly resources: readonly BuiltinResource[]
}

let tables: Tables | undefined

/**
 * Reads the table. Each group is followed by its resources, each resource by its versions, each version by its subresources:
 *
 *     @apps v1 v1beta1~                        a group with its versions; `~`: not served by default
 *     =pods Pod short:po stored:v1             a resource with its kind
 *     v1 <verbs> <hash>                        a version of the resource
 *     /scale <verbs> <kind> <group/version>    a subresource; kind and version are omitted when they equal the resource's
 */
function read(): Tables {
  if (tables !== undefined) return tables
  const groups: BuiltinGroup[] = []
  const resources: BuiltinResource[] = []
  for (const section of table.slice(1).split('\n@')) {
    const [header = '', ...bodies] = section.split('\n=')
    const [group = '', ...versions] = header.split(' ')
    const entry = {
      group,
      versions: versions.map((text) => ({ version: text.replace('~', ''), byDefault: !text.endsWith('~') })),
    }
    groups.push(entry)
    for (const body of bodies) resources.push(readResource(entry, body.split('\n')))
  }
  tables = { groups, resources }
  return tables
}

function readResource({ group, versions: served }: BuiltinGroup, lines: readonly string[]): BuiltinResource {
  const [name = '', kind = '', ...words] = (lines[0] ?? '').split(' ')
  const word = (prefix: string): string | undefined =>
    words.find((text) => text.startsWith(`${prefix}:`))?.slice(prefix.length + 1)
  const versions: (BuiltinVersion & { subresources: BuiltinSubresource[] })[] = []
  for (const line of lines.slice(1)) {
    const [head = '', verbs = '', ...rest] = line.split(' ')
    const current = versions.at(-1)
    if (head.startsWith('/')) {
      current?.subresources.push(readSubresource(head.slice(1), verbs, rest, { group, version: current.version, kind }))
      continue
    }
    const type = typeOf(group, head, kind)
    versions.push({
      version: head,
      byDefault: served.some(({ version, byDefault }) => version === head && byDefault),
      verbs: readVerbs(verbs),
      type,
      listType: isBuiltinType(`${type}List`) ? `${type}List` : '',
      subresources: [],
      storageVersionHash: rest[0] ?? '',
    })
  }
  const stored = word('stored')
  return {
    group,
    name,
    singular: word('singular') ?? kind.toLowerCase(),
    kind,
    listKind: `${kind}List`,
    shortNames: word('short')?.split(',') ?? [],
    categories: word('categories')?.split(',') ?? [],
    namespaced: !words.includes('cluster'),
    versions,
    // The real server stores some kinds in a version that it no longer serves; their fields equal the fields of v1.
    storageVersion: versions.some(({ version }) => version === stored) ? (stored ?? '') : (versions[0]?.version ?? ''),
  }
}

function readSubresource(
  name: string,
  verbs: string,
  [kind, groupVersion]: readonly string[],
  own: { group: string; version: string; kind: string },
): BuiltinSubresource {
  const [group = '', version = ''] = groupVersion?.split('/') ?? [own.group, own.version]
  const body = { group, version, kind: kind ?? own.kind }
  return { name, ...body, verbs: readVerbs(verbs), type: typeOf(body.group, body.version, body.kind) }
}

const VERBS = lookupTable<string>({
  c: 'create',
  d: 'delete',
  D: 'deletecollection',
  g: 'get',
  l: 'list',
  p: 'patch',
  u: 'update',
  w: 'watch',
})

const readVerbs = (letters: string): readonly string[] => [...letters].flatMap((letter) => VERBS[letter] ?? [])

let packages: ReadonlyMap<string, string> | undefined

function typeOf(group: string, version: string, kind: string): string {
  packages ??= readPackages()
  return `${packages.get(`${group}/${version}`)}.${kind}`
}

function readPackages(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { package: owner } of typeTexts().types.values()) {
    const { groupVersion, path } = owner
    // meta/v1 also publishes types (Status) as v1.
    if (groupVersion !== undefined && !path.endsWith('.meta.v1')) found.set(groupVersion, path)
  }
  return found
}
