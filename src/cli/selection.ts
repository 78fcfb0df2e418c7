import type { ApiObject } from '../../worker/api/object.ts'
import { formatGroupVersion } from '../../worker/api/group-version.ts'
import { compileSelector } from './compiled-selector.ts'
import { fieldValidation } from './write-options.ts'
import type { ResourceType } from './discovery.ts'
import { UNKNOWN_TYPE } from './discovery.ts'
import { Failure, Failures, Misplaced, NamespaceMissing, SCHEME, VersionMissing } from './failure.ts'
import type { Manifest } from './documents.ts'
import { documentCheck } from './document-check.ts'
import { typeFault } from './documents.ts'
import { namesFiles, readManifests } from './manifests.ts'
import type { Words } from './resource-words.ts'
import { wordsOf } from './resource-words.ts'
import type { Session } from './session.ts'
import { decoding } from './typed-objects.ts'

/** One object that a command line names. */
export interface Target {
  readonly type: ResourceType
  /** The namespace of the object; undefined when the type has none, or when `-A` leaves an object of a file without one. */
  readonly namespace: string | undefined
  readonly name: string
  /** The object as written in its file. */
  readonly object?: ApiObject
  /** The name of the file in messages. */
  readonly source?: string
  /** The list in a file that the object is an item of. */
  readonly list?: ApiObject
  /** The scheme whose Go structs the object is read as. */
  readonly scheme?: string
  /** The reason to refuse the object, found when its file was read. */
  readonly refusal?: Failure | Failures | VersionMissing
}

/** All objects of a type that match. */
export interface Query {
  readonly type: ResourceType
  /** The namespace of the collection; undefined for all namespaces, and for a type without them. */
  readonly namespace: string | undefined
  readonly labelSelector: string | undefined
  readonly fieldSelector: string | undefined
  /** The scheme whose Go structs the list is read as. */
  readonly scheme?: string
}

/** The objects and lists that a command line selects, in its order. */
export interface Selection {
  readonly targets: readonly Target[]
  readonly queries: readonly Query[]
  /** Whether the words name exactly one object, or `-f` one file: its error and its output are printed without a list. */
  readonly single: boolean
  /** Failures of unreadable documents and files. The readable ones are in `targets`. */
  readonly unread: readonly unknown[]
  /** For each failure in `unread`, the number of targets before it. Undefined when all failures come last. */
  readonly unreadAt?: readonly number[]
}

export interface SelectionOptions {
  /** The words that name resources; the session's arguments when undefined. */
  readonly words?: readonly string[]
  /** Whether a type without names selects all its objects, as in `get pods`. Otherwise a name or a selector is required. */
  readonly bareTypeMeansAll?: boolean
  /** Whether `--all` selects, and names beside it are refused. */
  readonly all?: boolean
  /** Whether `--selector` filters the selection. Default: true. */
  readonly selectors?: boolean
  /** Whether objects of files are read as tables, which have no labels that `--selector` could match. */
  readonly asTables?: boolean
  /** Whether objects are read as Go structs, so that an object of a kind without a struct is refused. */
  readonly typed?: boolean
  /** The name of the scheme of these structs, when it is not kubectl's own. */
  readonly scheme?: string
  /** Whether faults of words come before faults of files. */
  readonly readsWordsFirst?: boolean
  /** Whether documents of files are validated before they are read. Default: true. */
  readonly validates?: boolean
  /** Tells that the command ignores an object of a file, or why it refuses it. The type of such an object need not exist. */
  readonly exclusionOf?: (object: ApiObject) => 'ignored' | Failure | undefined
  /** Whether only one type is allowed, as for a watch. */
  readonly singleType?: boolean
}

/** The error for a command line without resources. */
export const MISSING = `You must provide one or more resources by argument or filename.
Example resource specifications include:
   '-f rsrc.yaml'
   '--filename=rsrc.json'
   '<resource> <name>'
   '<resource>'`

/** Reads `-f`, `TYPE NAME...`, `TYPE/NAME...` and the selectors of a command line. */
export async function select(session: Session, options: SelectionOptions = {}): Promise<Selection> {
  const { flags } = session
  // A faulty configuration is reported before faults of words and files.
  await session.namespace()
  const named = await wordsOf(session, options.words ?? session.args, options.readsWordsFirst)
  const selectors = options.selectors ?? true
  const labelSelector = (selectors && flags.text('selector')) || undefined
  const fieldSelector = (selectors && flags.text('field-selector')) || undefined
  if (namesFiles(flags)) return fromFiles(session, named, { ...options, labelSelector })
  const selects =
    labelSelector !== undefined ||
    fieldSelector !== undefined ||
    (options.all ?? false) ||
    (options.bareTypeMeansAll === true &&
      named.pairs.length === 0 &&
      named.types.length > 0 &&
      named.names.length === 0)
  return selects
    ? bySelectors(session, named, options, { labelSelector, fieldSelector })
    : byNames(session, named, options)
}

async function bySelectors(
  session: Session,
  named: Words,
  options: SelectionOptions,
  { labelSelector, fieldSelector }: Pick<Query, 'labelSelector' | 'fieldSelector'>,
): Promise<Selection> {
  const { flags } = session
  if (named.names.length > 0) throw new Failure('name cannot be provided when a selector is specified')
  if (named.pairs.length > 0)
    throw new Failure('selectors and the all flag cannot be used when passing resource/name arguments')
  if (named.types.length === 0) throw new Failure('at least one resource must be specified to use a selector')
  // `get --watch`, which sets `singleType`, ignores the subresource.
  if (flags.text('subresource') !== '' && !options.singleType)
    throw new Failure('subresource cannot be used when bulk resources are specified')
  const types = await expand(session, named.types)
  if (options.singleType && types.length > 1) throw new Failure('you may only specify a single resource type')
  const namespace = flags.boolean('all-namespaces') ? undefined : await session.namespace()
  // Several words may mean one kind, such as `svc` and `services`.
  const byKind = new Map(types.map((type) => [`${formatGroupVersion(type)} ${type.kind}`, type]))
  const queries = [...byKind.values()].map((type) => ({
    ...query(type, namespace, labelSelector, fieldSelector),
    scheme: schemeOf(type, options),
  }))
  return { targets: [], single: false, queries, unread: [] }
}

async function byNames(session: Session, named: Words, options: SelectionOptions): Promise<Selection> {
  const pairs: [ResourceType, string][] = []
  for (const [typeName, name] of named.pairs) pairs.push([await session.type(typeName), name])
  if (pairs.length === 0) {
    if (named.types.length === 0) throw new Failure(MISSING)
    const types = await expand(session, named.types)
    if (named.names.length === 0) throw new Failure('resource(s) were provided, but no name was specified')
    const [type] = types
    if (types.length > 1) throw new Failure('you must specify only one resource')
    if (type !== undefined) for (const name of named.names) pairs.push([type, name])
  }
  if (options.singleType && new Set(pairs.map(([type]) => type)).size > 1)
    throw new Failure('you may only specify a single resource type')
  if (session.flags.boolean('all-namespaces') && pairs.some(([type]) => type.namespaced))
    throw new Failure('a resource cannot be retrieved by name across all namespaces')
  const namespace = await session.namespace()
  const targets = pairs.map(([type, name]) => ({ ...target(type, namespace, name), scheme: schemeOf(type, options) }))
  return { targets, queries: [], single: targets.length === 1, unread: [] }
}

/** The scheme in which the type may be missing. kubectl has a Go struct for each type of a group without a dot. */
const schemeOf = ({ group }: ResourceType, { typed = false, scheme = SCHEME }: SelectionOptions): string | undefined =>
  typed && group.includes('.') ? scheme : undefined

const query = (
  type: ResourceType,
  namespace: string | undefined,
  labelSelector?: string,
  fieldSelector?: string,
): Query => ({
  type,
  namespace: type.namespaced ? namespace : undefined,
  labelSelector,
  fieldSelector,
})

const target = (type: ResourceType, namespace: string, name: string): Target => ({
  type,
  namespace: type.namespaced ? namespace : undefined,
  name,
})

/** Types by name; a category selects all its types. */
async function expand(session: Session, names: readonly string[]): Promise<ResourceType[]> {
  const discovery = await session.discovery()
  const types: ResourceType[] = []
  for (const name of names) {
    const category = discovery.category(name)
    if (category.length > 0) types.push(...category)
    else types.push(await session.type(name))
  }
  return types
}

async function fromFiles(
  session: Session,
  named: Words,
  {
    labelSelector,
    asTables = false,
    typed = false,
    exclusionOf,
    validates = true,
  }: SelectionOptions & { readonly labelSelector: string | undefined },
): Promise<Selection> {
  const { flags, host } = session
  const validation = flags.text('validate') === '' ? 'Ignore' : fieldValidation(flags.text('validate'))
  const { manifests, failures, failedAt, single } = await readManifests(host, flags, {
    typed,
    ...(validation === 'Ignore' || !validates ? {} : { check: documentCheck(session, validation === 'Warn') }),
  })
  if (named.types.length > 0)
    throw new Failure('when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well')
  if (named.pairs.length > 0) throw new Failure('resource/name arguments cannot be provided when a path is specified')
  const selects = labelSelector === undefined ? undefined : compileSelector(labelSelector)
  const targets: Target[] = []
  const unread: unknown[] = []
  const unreadAt: number[] = []
  const failed = (failure: unknown): false => {
    unread.push(failure)
    unreadAt.push(targets.length)
    return false
  }
  const decode = typed ? await decoding(host.dialect) : undefined
  const served = new Map<ApiObject, boolean>()
  for (const [at, manifest] of manifests.entries()) {
    failures.forEach((failure, i) => failedAt[i] === at && failed(failure))
    const { list } = manifest
    if (list !== undefined && !served.has(list))
      served.set(list, await requireListType(session, manifest).then(() => true, failed))
    if (list !== undefined && served.get(list) !== true) continue
    if (selects?.(asTables ? {} : manifest.object.metadata?.labels) === false) continue
    try {
      decode?.(manifest.object, manifest.source, manifest.list !== undefined)
      const exclusion = exclusionOf?.(manifest.object)
      if (exclusion === undefined) targets.push(await manifestTarget(session, manifest))
      else if (exclusion !== 'ignored') targets.push(refused(manifest, exclusion))
    } catch (error) {
      // kubectl visits the other items of the list, and reports all failures of the list in its order.
      if (manifest.list !== undefined && error instanceof Failures) targets.push(refused(manifest, error))
      else failed(error)
    }
  }
  failures.forEach((failure, i) => failedAt[i] === manifests.length && failed(failure))
  return { targets, queries: [], single, unread, unreadAt }
}

/** @throws Failure for an item of a list of a kind that is not served */
export async function requireListType(session: Session, { list, source }: Manifest): Promise<void> {
  const { apiVersion, kind } = list ?? {}
  // kubectl reads no name of a list.
  if (apiVersion) await manifestTarget(session, { object: { apiVersion, kind }, source })
}

/** The type, namespace and name of an object from a file. */
export async function manifestTarget(session: Session, { object, source, list }: Manifest): Promise<Target> {
  const name = object.metadata?.name ?? ''
  // kubectl maps a kind without a version to a type, and requests its objects at a path without a version.
  const unversioned = list === undefined && !object.apiVersion
  const type = await session.typeOfDocument(unversioned ? { ...object, apiVersion: 'v1' } : object, source)
  if (type === undefined) {
    const unmatched = `no matches for kind ${JSON.stringify(object.kind ?? '')} in version ${JSON.stringify(object.apiVersion ?? '')}`
    if (list !== undefined) {
      // The failures of one list form an aggregate.
      const fault = new Failure(typeFault(object) ?? `unable to recognize ${unmatched}`)
      return refused({ object, source, list }, new Failures([fault]))
    }
    throw new Failure(
      `resource mapping not found for name: ${JSON.stringify(name)} namespace: ${JSON.stringify(object.metadata?.namespace ?? '')} from ${JSON.stringify(source)}: ${unmatched}\nensure CRDs are installed first`,
    )
  }
  const versionless = unversioned ? new VersionMissing() : undefined
  const own = object.metadata?.namespace
  if (!type.namespaced) return { type, namespace: undefined, name, object, source, list, refusal: versionless }
  const namespace = await session.namespace()
  if (!own && session.flags.boolean('all-namespaces'))
    return { type, namespace: undefined, name, object, source, list, refusal: withoutNamespace(type, name) }
  const misplaced = own !== undefined && own !== '' && session.flags.given('namespace') && own !== namespace
  return {
    type,
    namespace: own || namespace,
    name,
    object,
    source,
    list,
    refusal: misplaced
      ? new Misplaced(
          `the namespace from the provided object "${own}" does not match the namespace "${namespace}". You must pass '--namespace=${own}' to perform this operation.`,
        )
      : versionless,
  }
}

/** The target of an object of a file that the command cannot use. */
function refused({ object, source, list }: Manifest, refusal: Failure | Failures): Target {
  return { type: UNKNOWN_TYPE, namespace: undefined, name: object.metadata?.name ?? '', object, source, list, refusal }
}

/** The failure of a command that needs a namespace for each object of a file. */
export const withoutNamespace = ({ group, version, resource }: ResourceType, name: string): Failure =>
  new NamespaceMissing(`no namespace set on resource ${group}/${version}, Resource=${resource} ${JSON.stringify(name)}`)
