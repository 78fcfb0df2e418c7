import type { JsonObject } from '../api/json.ts'
import type { ApiObject, ListMeta } from '../api/object.ts'
import { type Pieces, piecesOf } from '../runtime/pieces.ts'
import { stringifyJson } from './encode.ts'

/**
 * The Table form of objects and lists (reference/negotiation.md 7): columns and rows made by the server, so that a
 * client prints any kind without knowing it. Written as pieces of JSON, because rows hold stored bytes as they are.
 */
export interface TableColumn {
  readonly name: string
  readonly type: string
  readonly format?: string
  readonly description: string
  readonly priority: number
  cell(object: ApiObject, now: number): string | number | bigint | boolean | null
}

/** `None`: no object beside the cells; `Metadata`: its metadata; `Object`: all of it. */
export type IncludeObject = 'None' | 'Metadata' | 'Object'

export interface TableForm {
  /** `meta.{domain}/v1`, spelled */
  readonly apiVersion: string
  readonly columns: readonly TableColumn[]
  /** What is worth knowing of a row as a whole: that a pod is done. */
  rowConditions?(object: ApiObject): readonly JsonObject[]
  readonly include: IncludeObject
  /** Milliseconds; ages are counted from it. */
  readonly now: number
}

export interface TableItem {
  readonly object: ApiObject
  /** What the columns read, where that is another shape of the object. */
  readonly hub?: ApiObject | undefined
  /** The whole object as JSON, with `kind` and `apiVersion`, where that is at hand. */
  readonly bytes?: Uint8Array | undefined
  /** Its metadata as JSON, where that is at hand. */
  readonly metadata?: Uint8Array | undefined
}

/** Columns of a kind that names none; descriptions are templates of the dialect. */
export const defaultColumns: readonly TableColumn[] = [
  {
    name: 'Name',
    type: 'string',
    format: 'name',
    description:
      'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://{labels}/docs/concepts/overview/working-with-objects/names#names',
    priority: 0,
    cell: (object) => object.metadata?.name ?? '',
  },
  {
    name: 'Created At',
    type: 'date',
    description:
      'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.{domain}/community/contributors/devel/sig-architecture/api-conventions.md#metadata',
    priority: 0,
    cell: (object) => object.metadata?.creationTimestamp ?? null,
  },
]

/**
 * @param definitions Written once by a list; a watch leaves them out of every event but its first.
 * @param emptyRows What stands for no rows: `[]`, or `null` for kinds without columns of their own.
 */
export function writeTable(
  form: TableForm,
  metadata: ListMeta,
  items: Iterable<TableItem>,
  { definitions = true, emptyRows = '[]' } = {},
): Pieces {
  const start =
    `{"kind":"Table","apiVersion":${JSON.stringify(form.apiVersion)},"metadata":${JSON.stringify(metadata)},` +
    `"columnDefinitions":${definitions ? writeDefinitions(form.columns) : 'null'},"rows":`
  const rows: (string | Uint8Array)[] = []
  let before = `${start}[`
  for (const item of items) {
    rows.push(`${before}${rowHead(form, item)}`, rowObject(form, item))
    before = `${form.include === 'Metadata' ? '}' : ''}},`
  }
  if (rows.length === 0) return piecesOf([`${start}${emptyRows}}`])
  return piecesOf([...rows, `${before.slice(0, -1)}]}`])
}

/** A row up to its object, or what stands around the metadata of one. */
function rowHead(form: TableForm, item: TableItem): string {
  const { apiVersion, columns, include, now } = form
  const object = item.hub ?? item.object
  const cells = stringifyJson(columns.map((column) => column.cell(object, now)))
  const conditions = form.rowConditions?.(object) ?? []
  const told = conditions.length === 0 ? '' : `"conditions":${JSON.stringify(conditions)},`
  return `{"cells":${cells},${told}"object":${include === 'Metadata' ? partialHead(apiVersion) : ''}`
}

function rowObject({ include }: TableForm, item: TableItem): string | Uint8Array {
  if (include === 'None') return 'null'
  return include === 'Object'
    ? (item.bytes ?? stringifyJson(item.object))
    : (item.metadata ?? metadataJson(item.object))
}

const partialHead = (apiVersion: string): string =>
  `{"kind":"PartialObjectMetadata","apiVersion":${JSON.stringify(apiVersion)},"metadata":`

function metadataJson({ metadata = {} }: ApiObject): string {
  const { creationTimestamp = null } = metadata
  return stringifyJson(creationTimestamp === null ? { ...metadata, creationTimestamp } : metadata)
}

/** `PartialObjectMetadata`: the form for clients that care for metadata alone. */
export const writePartial = (apiVersion: string, object: ApiObject): string =>
  `${partialHead(apiVersion)}${metadataJson(object)}}`

/** A list of them, up to what stands around its items; empty where there are none. */
export function partialItems(apiVersion: string, items: Iterable<TableItem>): readonly (string | Uint8Array)[] {
  const head = partialHead(apiVersion)
  const parts: (string | Uint8Array)[] = []
  for (const item of items)
    parts.push(`${parts.length === 0 ? '' : '},'}${head}`, item.metadata ?? metadataJson(item.object))
  return parts.length === 0 ? parts : [...parts, '}']
}

/** Keyed by the columns, which are one array a kind. */
const written = new WeakMap<readonly TableColumn[], string>()

function writeDefinitions(columns: readonly TableColumn[]): string {
  let text = written.get(columns)
  if (text === undefined) {
    const definitions = columns.map(({ name, type, format = '', description, priority }) => ({
      name,
      type,
      format,
      description,
      priority,
    }))
    text = JSON.stringify(definitions)
    written.set(columns, text)
  }
  return text
}
