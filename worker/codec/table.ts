import type { JsonObject } from '../api/json.ts'
import type { ApiObject, ListMeta } from '../api/object.ts'
import { type Pieces, piecesOf } from '../runtime/pieces.ts'
import { stringifyJson } from './encode.ts'

/*
 * The Table form of objects and lists (reference/negotiation.md 7): the server makes columns and rows, so a client can
 * print every kind. A Table is written as pieces of JSON, because its rows contain stored bytes unchanged.
 */

/** A column of a Table. */
export interface TableColumn {
  readonly name: string
  readonly type: string
  readonly format?: string
  readonly description: string
  readonly priority: number
  cell(object: ApiObject, now: number): string | number | bigint | boolean | null
  /** Whether the Table has no definition of the column, although its rows have a cell for it. */
  readonly isUndescribed?: true
}

/** `None`: no object beside the cells; `Metadata`: its metadata; `Object`: all of it. */
export type IncludeObject = 'None' | 'Metadata' | 'Object'

export interface TableForm {
  /** `meta.{domain}/v1`, spelled in the dialect. */
  readonly apiVersion: string
  readonly columns: readonly TableColumn[]
  /** Conditions of the whole row: `Completed` for a pod that has ended. */
  rowConditions?(object: ApiObject): readonly JsonObject[]
  readonly include: IncludeObject
  /** The current time in milliseconds since 1970, for ages. */
  readonly now: number
}

export interface TableItem {
  readonly object: ApiObject
  /** The object in the hub version, which the columns read; undefined when `object` is in that version. */
  readonly hub?: ApiObject | undefined
  /** JSON of the whole object with `kind` and `apiVersion`, when the caller has it. */
  readonly bytes?: Uint8Array | undefined
  /** JSON of the metadata, when the caller has it. */
  readonly metadata?: Uint8Array | undefined
}

/** Columns of a kind that declares none. Descriptions are templates of the dialect. */
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
    // The object of a bookmark has no time, which the real server prints as the zero time of Go.
    cell: (object) => object.metadata?.creationTimestamp ?? '0001-01-01T00:00:00Z',
  },
]

/**
 * @param definitions false for the second and later events of a watch, which omit the column definitions
 * @param emptyRows the rows of a Table without rows, as JSON: `[]`, or `null` for kinds that declare no columns
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

/** A row up to its object, or up to the metadata in its object. */
function rowHead(form: TableForm, item: TableItem): string {
  const { apiVersion, columns, include, now } = form
  const object = item.hub ?? item.object
  const cells = stringifyJson(columns.map((column) => column.cell(object, now)))
  const conditions = form.rowConditions?.(object) ?? []
  const conditionsMember = conditions.length === 0 ? '' : `"conditions":${JSON.stringify(conditions)},`
  return `{"cells":${cells},${conditionsMember}"object":${include === 'Metadata' ? partialHead(apiVersion) : ''}`
}

function rowObject({ include }: TableForm, item: TableItem): string | Uint8Array {
  if (include === 'None') return 'null'
  return include === 'Object'
    ? (item.bytes ?? stringifyJson(item.object))
    : (item.metadata ?? metadataJson(item.hub ?? item.object))
}

const partialHead = (apiVersion: string): string =>
  `{"kind":"PartialObjectMetadata","apiVersion":${JSON.stringify(apiVersion)},"metadata":`

function metadataJson({ metadata = {} }: ApiObject): string {
  const { creationTimestamp = null } = metadata
  return stringifyJson(creationTimestamp === null ? { ...metadata, creationTimestamp } : metadata)
}

/** `PartialObjectMetadata`: an object reduced to its metadata. */
export const writePartial = (apiVersion: string, object: ApiObject): string =>
  `${partialHead(apiVersion)}${metadataJson(object)}}`

/** The items of a `PartialObjectMetadataList`, without the enclosing brackets. */
export function partialItems(apiVersion: string, items: Iterable<TableItem>): readonly (string | Uint8Array)[] {
  const head = partialHead(apiVersion)
  const parts: (string | Uint8Array)[] = []
  for (const item of items)
    parts.push(`${parts.length === 0 ? '' : '},'}${head}`, item.metadata ?? metadataJson(item.hub ?? item.object))
  return parts.length === 0 ? parts : [...parts, '}']
}

/** JSON of the column definitions. Each kind has one array of columns. */
const definitionTexts = new WeakMap<readonly TableColumn[], string>()

function writeDefinitions(columns: readonly TableColumn[]): string {
  let text = definitionTexts.get(columns)
  if (text === undefined) {
    const described = columns.filter(({ isUndescribed }) => isUndescribed !== true)
    const definitions = described.map(({ name, type, format = '', description, priority }) => ({
      name,
      type,
      format,
      description,
      priority,
    }))
    text = JSON.stringify(definitions)
    definitionTexts.set(columns, text)
  }
  return text
}
