import type { JsonObject } from '../api/json.ts'
import type { ApiObject, ListMeta } from '../api/object.ts'
import { Pieces, piecesOf } from '../runtime/pieces.ts'
import { stringifyJson } from '../codec/encode.ts'
import { encodeProtobuf } from '../codec/lazy-protobuf.ts'
import type { TableForm, TableItem } from '../codec/table.ts'
import { partialItems, writePartial, writeTable } from '../codec/table.ts'
import { builtinType } from '../schema/builtin/types.ts'
import type { View } from '../verbs/verbs.ts'
import type { Form } from './form.ts'
import { internalForm } from './internal-form.ts'
import { listRefusal, objectRefusal } from './unsuitable-form.ts'

const encoder = new TextEncoder()

/** Returns a function that converts a view to a row of a Table. */
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
  now: now(),
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
  throw objectRefusal(transform, form)
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
  if (transform.kind !== 'PartialObjectMetadata') throw objectRefusal(transform, form)
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
  if (transform.kind !== 'PartialObjectMetadataList') throw listRefusal(transform, form)
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
  throw listRefusal(transform, form)
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

/** The stored bytes of the items, joined by commas (ADR 0012). */
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

/** A list of custom objects: its keys are sorted like the keys of the objects, and `continue` is always present. */
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
