import type { JsonObject } from '../api/json.ts'
import type { ApiObject, ListMeta } from '../api/object.ts'
import { Pieces, piecesOf } from '../runtime/pieces.ts'
import type { StatusError } from '../api/status.ts'
import { badRequest } from '../api/status.ts'
import { fieldError } from '../api/field-error.ts'
import type { Clock } from '../clock/clock.ts'
import { stringifyJson } from '../codec/encode.ts'
import type { Negotiated, Offers } from '../codec/negotiation.ts'
import { encodeProtobuf } from '../codec/lazy-protobuf.ts'
import type { IncludeObject, TableColumn, TableForm, TableItem } from '../codec/table.ts'
import { partialItems, writePartial, writeTable } from '../codec/table.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { builtinType } from '../schema/builtin/types.ts'
import type { Behaviour } from '../resources/behaviour.ts'
import type { StructSchema } from '../schema/schema.ts'
import type { Target, View } from '../verbs/verbs.ts'
import { internalForm } from './internal-form.ts'
import type { TableColumns } from './table-columns.ts'
import type { Head } from './unsuitable-form.ts'
import { isList, notList } from './unsuitable-form.ts'

/**
 * The form of the objects in the answers to one request: whole objects, a Table or metadata alone. Chosen once for each
 * request; lists and watch events share it.
 */
export interface Form {
  readonly negotiated: Negotiated
  /** `meta.{domain}/v1` in the names of the cluster, for Table and PartialObjectMetadata. */
  readonly apiVersion: string
  readonly columns: readonly TableColumn[]
  readonly rowConditions?: TableForm['rowConditions']
  readonly ownColumns: boolean
  readonly rowOrder: Behaviour['rowOrder']
  readonly fieldAnnotations: readonly string[]
  readonly include: IncludeObject
  /** The refusal of an invalid `includeObject`; it follows the verb, which has then taken effect. */
  readonly refusal?: StatusError
  readonly now: number
  /** `apiVersion` and `kind` that every object begins with. */
  readonly head: Head
  readonly schema: StructSchema
  /** Items of a list leave out `kind` and `apiVersion`. */
  readonly bareItems: boolean
}

const encoder = new TextEncoder()

/** The transforms of a resource: Table and PartialObjectMetadata in both versions of the meta group. */
export function resourceOffers(dialect: Dialect, tables: boolean): Offers {
  const group = dialect.spell('meta.{domain}')
  return (transform, format) => {
    if (transform === undefined) return true
    if (transform.group !== group || !['v1', 'v1beta1'].includes(transform.version)) return false
    if (transform.kind === 'Table') return tables && format !== 'protobuf'
    return transform.kind === 'PartialObjectMetadata' || transform.kind === 'PartialObjectMetadataList'
  }
}

/** Forms by negotiation result, which is cached with the kind of its objects. Tables also depend on the rest of the request. */
const forms = new WeakMap<Negotiated, Form>()

/** @param negotiated The negotiation for this target. */
export function chooseForm(target: Target, negotiated: Negotiated, query: URLSearchParams, context: FormContext): Form {
  let form = forms.get(negotiated)
  if (form === undefined) {
    form = makeForm(target, negotiated, query, context)
    if (negotiated.transform?.kind !== 'Table') forms.set(negotiated, form)
  }
  return form
}

interface FormContext {
  readonly columns: TableColumns
  readonly clock: Clock
}

function makeForm(
  target: Target,
  negotiated: Negotiated,
  query: URLSearchParams,
  { columns, clock }: FormContext,
): Form {
  const { resource, version, subresource } = target
  const kind = subresource?.kind.kind ?? resource.kind
  const apiVersion = subresource === undefined ? version.apiVersion : groupVersion(subresource.kind)
  const { transform } = negotiated
  const own = kind === resource.kind ? resource.behaviour.columns : columns.subresources.get(kind)
  return {
    negotiated,
    apiVersion: transform === undefined ? '' : `${transform.group}/${transform.version}`,
    columns: own ?? columns.unnamed,
    ownColumns: own !== undefined,
    ...(kind === resource.kind && { rowConditions: resource.behaviour.rowConditions }),
    rowOrder: resource.behaviour.rowOrder,
    fieldAnnotations: resource.behaviour.fieldAnnotations ?? [],
    ...(transform?.kind === 'Table' ? includeObject(query) : WITH_METADATA),
    now: clock.now(),
    head: { apiVersion, kind, listKind: resource.listKind, isCustom: version.custom !== undefined },
    schema: subresource?.schema ?? version.schema,
    bareItems: version.schema.name !== undefined,
  }
}

const groupVersion = (kind: { group: string; version: string }): string =>
  kind.group === '' ? kind.version : `${kind.group}/${kind.version}`

const WITH_METADATA: Pick<Form, 'include' | 'refusal'> = { include: 'Metadata' }

function includeObject(query: URLSearchParams): Pick<Form, 'include' | 'refusal'> {
  const value = query.get('includeObject') ?? ''
  if (value === 'None' || value === 'Metadata' || value === 'Object') return { include: value }
  if (value === '') return WITH_METADATA
  const fault = fieldError.invalid('includeObject', value, "must be 'Metadata', 'Object', 'None', or empty")
  const message = `Unable to convert to Table as requested: ${fault.field}: ${fault.message}`
  return { include: 'Metadata', refusal: badRequest(message) }
}

/** Converts the views of a form to rows of a Table. */
function tableItems(form: Form): (view: View) => TableItem {
  const { head, bareItems } = form
  const { apiVersion, kind } = head
  const start = encoder.encode(
    `${JSON.stringify(bareItems ? { kind, apiVersion } : { apiVersion, kind }).slice(0, -1)},"metadata":{`,
  )
  return (view) => {
    const hub = internalForm(view, form)
    const metadata = hub === undefined ? metadataOf(view, start) : undefined
    return { object: view.object, hub, bytes: view.bytes, metadata }
  }
}

/** The encoded metadata within the bytes of an object, if the bytes begin with `start`. */
function metadataOf({ bytes, metadataEnd }: View, start: Uint8Array): Uint8Array | undefined {
  if (bytes === undefined || metadataEnd === undefined || !startsWith(bytes, start)) return undefined
  return bytes.subarray(start.length - 1, metadataEnd)
}

const tableForm = ({ apiVersion, columns, rowConditions, include, now }: Form): TableForm => ({
  apiVersion,
  columns,
  ...(rowConditions && { rowConditions }),
  include,
  now,
})

/** One object. `definitions`: whether a Table describes its columns. */
export function writeObject(view: View, form: Form, definitions = true): string | Uint8Array {
  const { transform } = form.negotiated
  if (form.refusal !== undefined) throw form.refusal
  if (form.negotiated.format === 'protobuf') return objectMessage(view, form)
  if (transform === undefined) return view.bytes ?? stringifyJson(view.object)
  if (transform.kind === 'Table') {
    const metadata = listMeta({ resourceVersion: view.object.metadata?.resourceVersion ?? '' })
    return writeTable(tableForm(form), metadata, [tableItems(form)(view)], { definitions }).join()
  }
  if (transform.kind === 'PartialObjectMetadata') {
    return writePartial(form.apiVersion, internalForm(view, form) ?? view.object)
  }
  throw notList(transform, form)
}

/** One object as a whole answer: stored bytes are sent without a copy. */
export function writeAnswer(view: View, form: Form): string | Uint8Array {
  const { transform, format, pretty } = form.negotiated
  const isStored = transform === undefined && format === 'json' && !pretty
  return (isStored ? view.line : undefined) ?? writeObject(view, form)
}

const META = 'apimachinery.pkg.apis.meta.v1'

function objectMessage(view: View, form: Form): Uint8Array {
  const { transform } = form.negotiated
  if (transform === undefined) return encodeProtobuf(form.schema, view.object, form.head)
  if (transform.kind !== 'PartialObjectMetadata') throw notList(transform, form)
  return encodeProtobuf(
    builtinType(`${META}.PartialObjectMetadata`),
    { metadata: (internalForm(view, form) ?? view.object).metadata ?? {} },
    partial(form),
  )
}

const partial = ({ apiVersion }: Form, kind = 'PartialObjectMetadata') => ({ apiVersion, kind })

function listMessage(metadata: ListMeta, items: Iterable<View>, form: Form): Uint8Array {
  const { transform } = form.negotiated
  const list = (of: readonly ApiObject[]): JsonObject => ({ metadata: listMeta(metadata), items: [...of] })
  if (transform === undefined) {
    // Only built-in types have a protobuf form, and their list kinds have their own messages.
    const typeMeta = { apiVersion: form.head.apiVersion, kind: form.head.listKind }
    return encodeProtobuf(
      builtinType(`${form.schema.name}List`),
      list([...map(items, ({ object }) => object)]),
      typeMeta,
    )
  }
  if (transform.kind !== 'PartialObjectMetadataList') throw isList(transform, form)
  const parts = [...map(items, (view) => ({ metadata: (internalForm(view, form) ?? view.object).metadata ?? {} }))]
  const schema = builtinType(`${META}.PartialObjectMetadataList`)
  return encodeProtobuf(schema, list(parts), partial(form, 'PartialObjectMetadataList'))
}

export function writeList(metadata: ListMeta, items: Iterable<View>, form: Form): Uint8Array | Pieces {
  const { transform, format } = form.negotiated
  if (form.refusal !== undefined) throw form.refusal
  if (format === 'protobuf') return listMessage(metadata, items, form)
  if (transform === undefined) return listPieces(metadata, items, form)
  if (transform.kind === 'Table') {
    const emptyRows = form.ownColumns ? '[]' : 'null'
    const { rowOrder } = form
    const ordered = rowOrder === undefined ? items : [...items].sort((a, b) => rowOrder(a.object, b.object))
    return writeTable(tableForm(form), listMeta(metadata), map(ordered, tableItems(form)), { emptyRows })
  }
  if (transform.kind === 'PartialObjectMetadataList') {
    const parts = partialItems(form.apiVersion, map(items, tableItems(form)))
    const head = `{"kind":"PartialObjectMetadataList","apiVersion":${JSON.stringify(form.apiVersion)}`
    const start = `${head},"metadata":${JSON.stringify(listMeta(metadata))},"items":`
    return piecesOf(parts.length === 0 ? [`${start}null}`] : [`${start}[`, ...parts, ']}'])
  }
  throw isList(transform, form)
}

function* map<A, B>(items: Iterable<A>, change: (item: A) => B): Iterable<B> {
  for (const item of items) yield change(item)
}

/** ListMeta in the real server's field order, without empty fields. */
function listMeta({ resourceVersion, continue: token, remainingItemCount }: ListMeta): ListMeta {
  const meta: ListMeta = {}
  if (resourceVersion !== undefined && resourceVersion !== '') meta.resourceVersion = resourceVersion
  if (token !== undefined && token !== '') meta.continue = token
  if (remainingItemCount !== undefined) meta.remainingItemCount = remainingItemCount
  return meta
}

/** The stored bytes of the items, joined by commas (ADR 0006). */
function listPieces(metadata: ListMeta, items: Iterable<View>, form: Form): Pieces {
  const { head, end, prefix } = form.bareItems ? typedFrame(metadata, form) : untypedFrame(metadata, form)
  const chunks: Uint8Array[] = [head]
  let before = OPEN
  for (const view of items) {
    chunks.push(before, itemText(view, prefix))
    before = NEXT
  }
  chunks.push(end)
  return new Pieces(chunks)
}

/** The bytes around the items of a list, and the prefix that a list omits from each item. */
interface Frame {
  readonly head: Uint8Array
  readonly end: Uint8Array
  readonly prefix: Uint8Array | undefined
}

function typedFrame(metadata: ListMeta, { head: { apiVersion, kind, listKind } }: Form): Frame {
  const start = { kind: listKind, apiVersion, metadata: listMeta(metadata) }
  return {
    head: encoder.encode(`${JSON.stringify(start).slice(0, -1)},"items":[`),
    end: END,
    prefix: encoder.encode(JSON.stringify({ kind, apiVersion }).slice(0, -1) + ','),
  }
}

/** A list of custom objects: its keys are sorted like those of the objects, and `continue` is always present. */
function untypedFrame(metadata: ListMeta, { head: { apiVersion, listKind } }: Form): Frame {
  const { resourceVersion, remainingItemCount } = listMeta(metadata)
  const rest = { kind: listKind, metadata: { continue: metadata.continue ?? '', remainingItemCount, resourceVersion } }
  return {
    head: encoder.encode(`{"apiVersion":${JSON.stringify(apiVersion)},"items":[`),
    end: encoder.encode(`],${JSON.stringify(rest).slice(1)}\n`),
    prefix: undefined,
  }
}

const OPEN = encoder.encode('{')
const NEXT = encoder.encode(',{')
const END = encoder.encode(']}\n')

/** A list item after its opening brace. */
function itemText(view: View, prefix: Uint8Array | undefined): Uint8Array {
  // Stored bytes need no decoded object, which is created lazily.
  const { bytes } = view
  if (prefix === undefined) return (bytes ?? encoder.encode(stringifyJson(view.object))).subarray(1)
  return bytes !== undefined && startsWith(bytes, prefix)
    ? bytes.subarray(prefix.length)
    : encoder.encode(stringifyJson(withoutType(view.object))).subarray(1)
}

function startsWith(bytes: Uint8Array, prefix: Uint8Array): boolean {
  if (bytes.length <= prefix.length) return false
  for (let at = 0; at < prefix.length; at++) if (bytes[at] !== prefix[at]) return false
  return true
}

function withoutType({ kind: _kind, apiVersion: _apiVersion, ...rest }: ApiObject): ApiObject {
  return rest
}
