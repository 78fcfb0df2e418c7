import type { JsonObject } from '../api/json.ts'
import type { ApiObject, ListMeta } from '../api/object.ts'
import { stringifyJson } from './encode.ts'

/**
 * The Table form of objects and lists (SPEC: Table representation): columns and rows made by the server, so that a
 * client prints any kind without knowing it. Written as JSON text, because rows may hold stored text as it is.
 */
export interface TableColumn {
  readonly name: string
  readonly type: string
  readonly format?: string
  readonly description: string
  readonly priority: number
  cell(object: ApiObject, now: number): string | number | boolean | null
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
  /** The whole object as JSON, with `kind` and `apiVersion`. */
  json(): string
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
): string {
  const rows: string[] = []
  for (const item of items) rows.push(writeRow(form, item))
  return (
    `{"kind":"Table","apiVersion":${JSON.stringify(form.apiVersion)},"metadata":${JSON.stringify(metadata)},` +
    `"columnDefinitions":${definitions ? writeDefinitions(form.columns) : 'null'},` +
    `"rows":${rows.length === 0 ? emptyRows : `[${rows.join(',')}]`}}`
  )
}

function writeRow(form: TableForm, item: TableItem): string {
  const { apiVersion, columns, include, now } = form
  const cells = JSON.stringify(columns.map((column) => column.cell(item.hub ?? item.object, now)))
  const object =
    include === 'None' ? 'null' : include === 'Object' ? item.json() : writePartial(apiVersion, item.object)
  const conditions = form.rowConditions?.(item.hub ?? item.object) ?? []
  const told = conditions.length === 0 ? '' : `"conditions":${JSON.stringify(conditions)},`
  return `{"cells":${cells},${told}"object":${object}}`
}

/** `PartialObjectMetadata`: the form for clients that care for metadata alone. */
export function writePartial(apiVersion: string, { metadata = {} }: ApiObject): string {
  const { creationTimestamp = null } = metadata
  const head = `{"kind":"PartialObjectMetadata","apiVersion":${JSON.stringify(apiVersion)},"metadata":`
  return `${head}${stringifyJson(creationTimestamp === null ? { ...metadata, creationTimestamp } : metadata)}}`
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
