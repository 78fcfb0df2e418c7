import type { ApiObject } from '../../worker/api/object.ts'
import { parseGroupVersion } from '../../worker/api/group-version.ts'
import { isObject } from '../../worker/api/json.ts'
import type { ObjectRef } from './object-ref.ts'
import type { ApiConnection } from './api-connection.ts'
import type { ResourceType } from './discovery.ts'
import type { FieldPath } from './field-path.ts'
import type { StoredObject } from './resource-client.ts'
import { applyObject } from './resource-client.ts'
import { YamlFault } from './yaml-fault.ts'
import { yamlOptions } from './yaml-options.ts'

/** The result of applying one object of a manifest. */
export interface ManifestResult {
  /** Kind and name, `deployment/web`. Without a name only `deployment`; `document 1` replaces a missing kind. */
  readonly title: string
  readonly outcome: 'created' | 'applied' | 'failed'
  readonly ref?: ObjectRef
  readonly error?: Error
  /** The object in the server's answer. */
  readonly answer?: StoredObject
  /** After a failure: the object and its position in the manifest. */
  readonly object?: ApiObject
  readonly place?: ManifestPlace
}

/** One object of a manifest. */
export interface ManifestPlace {
  /** Counted from 0, over the whole manifest. */
  readonly index: number
  /** The YAML document that holds it, counted from 0. */
  readonly document: number
  /** The path inside that document; not empty for an item of a `List`. */
  readonly within: FieldPath
}

interface ManifestOptions {
  readonly cluster: ApiConnection
  /** The resource of a kind; undefined when the cluster does not serve it. */
  resolve(group: string, kind: string): Promise<ResourceType | undefined>
  /** The namespace of objects that name none. */
  readonly namespace: string
  readonly dryRun?: boolean
  /** Whether to force the apply of the object with this index, which takes over the fields of other managers. */
  readonly force?: (index: number) => boolean
  /** The field manager; by default the editor's. */
  readonly manager?: string
}

/** The default field manager of the editor. */
export const EDITOR_MANAGER = 'tabplane-editor'

/**
 * The objects of all documents of a YAML or JSON text, including the items of `List`s.
 * @throws YamlFault when the text is not YAML, Error when a document is not an object
 */
export async function readManifest(text: string): Promise<ApiObject[]> {
  return (await readPlaced(text)).map(({ object }) => object)
}

interface Placed {
  readonly object: ApiObject
  readonly document: number
  readonly within: FieldPath
}

async function readPlaced(text: string): Promise<Placed[]> {
  const { parseAllDocuments } = await import('yaml')
  const placed: Placed[] = []
  for (const [at, document] of parseAllDocuments(text, yamlOptions).entries()) {
    const [fault] = document.errors
    if (fault !== undefined) throw new YamlFault(fault.message, fault.code, fault.linePos?.[0])
    const value: unknown = document.toJS({ maxAliasCount: 100 })
    if (value === null || value === undefined) continue
    if (!isObject(value)) throw new Error('A document of the manifest is not an object')
    const { kind, items } = value
    if (typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items))
      for (const [i, object] of items.entries()) {
        if (isObject(object)) placed.push({ object, document: at, within: ['items', i] })
      }
    else placed.push({ object: value, document: at, within: [] })
  }
  return placed
}

/**
 * The reference of an object. An object of a namespaced kind without a namespace is in `options.namespace`.
 * @throws Error when the object is incomplete, or of a kind that the cluster does not serve
 */
export async function locate(
  object: ApiObject,
  options: Pick<ManifestOptions, 'resolve' | 'namespace'>,
): Promise<ObjectRef> {
  const { kind, apiVersion, metadata } = object
  if (kind === undefined || apiVersion === undefined) throw new Error('apiVersion and kind must be set')
  if (metadata?.name === undefined) throw new Error(`${kind}: metadata.name must be set`)
  const groupVersion = parseGroupVersion(apiVersion)
  const type = groupVersion && (await options.resolve(groupVersion.group, kind))
  if (type === undefined) throw new Error(`no matches for kind "${kind}" in version "${apiVersion}"`)
  const namespace = type.namespaced ? (metadata.namespace ?? options.namespace) : ''
  return {
    group: type.group,
    version: groupVersion?.version ?? type.version,
    resource: type.resource,
    namespace,
    name: metadata.name,
  }
}

function titleOf(object: ApiObject, index: number): string {
  const kind = typeof object.kind === 'string' ? object.kind.toLowerCase() : `document ${index + 1}`
  const name = object.metadata?.name
  return name === undefined ? kind : `${kind}/${name}`
}

/**
 * Applies the objects in order with server-side apply; a failure does not stop the following objects. An object of a kind
 * that the manifest defines waits until the server serves the kind.
 */
export async function applyManifest(text: string, options: ManifestOptions): Promise<ManifestResult[]> {
  const results: ManifestResult[] = []
  const resolve: ManifestOptions['resolve'] = async (group, kind) =>
    // A dry run stores no definition.
    (await options.resolve(group, kind)) ??
    (options.dryRun ? undefined : definedType(options.cluster, results, group, kind))
  for (const [index, { object, document, within }] of (await readPlaced(text)).entries()) {
    const title = titleOf(object, index)
    let ref: ObjectRef | undefined
    try {
      ref = await locate(object, { ...options, resolve })
      const { dryRun, force, manager = EDITOR_MANAGER } = options
      const { created, object: answer } = await applyObject(options.cluster, ref, object, {
        fieldManager: manager,
        dryRun,
        force: force?.(index),
      })
      results.push({ title, outcome: created ? 'created' : 'applied', ref, answer })
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error))
      results.push({ title, outcome: 'failed', ref, error: failure, object, place: { index, document, within } })
    }
  }
  return results
}

/** The type of a kind whose definition is among the results. */
async function definedType(
  cluster: ApiConnection,
  results: readonly ManifestResult[],
  group: string,
  kind: string,
): Promise<ResourceType | undefined> {
  const definitions = results.flatMap(({ answer }) => (answer?.kind === 'CustomResourceDefinition' ? [answer] : []))
  if (definitions.length === 0) return undefined
  const { definedKind, servedType } = await import('./served-type.ts')
  const definition = definitions.find((one) => {
    const defined = definedKind(one)
    return defined.group === group && defined.kind === kind
  })
  return definition && servedType(cluster, definition)
}

/** The object without the metadata that the server writes. */
export function withoutServerFields(object: ApiObject): ApiObject {
  const {
    uid: _uid,
    resourceVersion: _resourceVersion,
    generation: _generation,
    creationTimestamp: _creationTimestamp,
    selfLink: _selfLink,
    managedFields: _managedFields,
    deletionTimestamp: _deletionTimestamp,
    deletionGracePeriodSeconds: _deletionGracePeriodSeconds,
    ...metadata
  } = object.metadata ?? {}
  return { ...object, metadata }
}

/** The YAML of an object for editing: without managedFields. */
export async function objectYaml(object: ApiObject): Promise<string> {
  const { stringify } = await import('yaml')
  const { managedFields: _, ...metadata } = object.metadata ?? {}
  const { apiVersion, kind, ...rest } = object
  return stringify({ apiVersion, kind, ...rest, metadata }, { ...yamlOptions, lineWidth: 0 })
}
