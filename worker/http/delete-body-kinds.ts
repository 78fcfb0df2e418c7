import { formatGroupVersion, type GroupVersionKind } from '../api/group-version.ts'
import { lookupTable } from '../runtime/lookup-table.ts'
import { builtinType, isBuiltinType } from '../schema/builtin/types.ts'
import type { StructSchema } from '../schema/schema.ts'

/*
 * The real server has a separate scheme for the bodies of deletes. This scheme has the kinds of the meta group, the options of
 * writes and a few kinds without version.
 */

/** A kind that a delete body can have, although the server refuses it after decoding. */
export interface DeleteBodyKind {
  /** The Go type in the refusal, such as `v1.Table`. */
  readonly goType: string
  /** The schema whose faults are reported first; undefined for Go types without JSON fields. */
  readonly schema: StructSchema | undefined
}

const kinds = (version: string, names: string): readonly (readonly [kind: string, goType: string])[] =>
  names.split(' ').map((kind) => [kind, `${version}.${kind}`])

/** The Go types of the kinds that every group and version has. */
const EVERYWHERE: ReadonlyMap<string, string> = new Map(
  kinds('v1', 'CreateOptions UpdateOptions Status APIVersions APIGroup APIGroupList APIResourceList'),
)
const SHARED = kinds('v1', 'Table TableOptions PartialObjectMetadata GetOptions')
/** The Go types of the kinds of the meta group, by version. */
const META = lookupTable<ReadonlyMap<string, string>>({
  v1: new Map([...SHARED, ...kinds('v1', 'PartialObjectMetadataList WatchEvent ListOptions PatchOptions')]),
  v1beta1: new Map([
    ...SHARED.filter(([kind]) => kind !== 'GetOptions'),
    ...kinds('v1beta1', 'PartialObjectMetadataList'),
  ]),
  __internal: new Map([
    ...SHARED,
    ...kinds('v1beta1', 'PartialObjectMetadataList'),
    ...kinds('internalversion', 'ListOptions'),
    ['WatchEvent', 'v1.InternalEvent'],
  ]),
})

const WATCH_EVENT: StructSchema = {
  type: 'struct',
  name: 'apimachinery.pkg.apis.meta.v1.WatchEvent',
  fields: new Map([
    ['type', { schema: { type: 'scalar', kind: 'string' } }],
    ['object', { schema: { type: 'untyped', name: 'RawExtension', embedded: true } }],
  ]),
}

/** The kind of a delete body; undefined for a kind that the real server does not register. @param metaGroup `meta.k8s.io` */
export function deleteBodyKind(actual: GroupVersionKind, metaGroup: string): DeleteBodyKind | undefined {
  const own = actual.group === metaGroup ? META[actual.version]?.get(actual.kind) : undefined
  const goType = own ?? EVERYWHERE.get(actual.kind)
  return goType === undefined ? undefined : { goType, schema: schemaOf(goType) }
}

function schemaOf(goType: string): StructSchema | undefined {
  const [version, kind = ''] = goType.split('.')
  if (version === 'internalversion') return undefined
  if (kind === 'WatchEvent') return WATCH_EVENT
  const name = `apimachinery.pkg.apis.meta.v1.${kind}`
  return isBuiltinType(name) ? builtinType(name) : undefined
}

/** The refusal of a kind that the real server does not register for delete bodies. */
export function unregisteredDeleteKind(actual: GroupVersionKind): string {
  const where =
    actual.version === '__internal'
      ? `the internal version of group "${actual.group}"`
      : `version "${formatGroupVersion(actual)}"`
  return `no kind "${actual.kind}" is registered for ${where} in scheme "pkg/runtime/scheme.go:100"`
}
