import type { StatusError } from '../api/status.ts'
import { badRequest } from '../api/status.ts'
import { fieldError } from '../api/field-error.ts'
import type { Clock } from '../clock/clock.ts'
import type { Negotiated, Offers } from '../codec/negotiation.ts'
import type { IncludeObject, TableColumn, TableForm } from '../codec/table.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Behaviour } from '../resources/behaviour.ts'
import type { Catalog } from '../resources/resource.ts'
import { andThen, type Awaitable } from '../runtime/awaitable.ts'
import type { StructSchema } from '../schema/schema.ts'
import type { Target } from '../verbs/verbs.ts'
import type { TableColumns } from './table-columns.ts'
import type { Head } from './unsuitable-form.ts'

/**
 * The form of the objects in the answers to one request: whole objects, a Table or metadata alone. The form is chosen once for
 * each request; lists and watch events share it.
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
  /** The refusal of an invalid `includeObject`. It is thrown when the answer is written, after the verb has taken effect. */
  readonly refusal?: StatusError
  /** Milliseconds since 1970. A function, because a watch writes rows long after its request. */
  now(): number
  /** `apiVersion` and `kind` that every object begins with. */
  readonly head: Head
  readonly schema: StructSchema
  /** Whether items of a list leave out `kind` and `apiVersion`. */
  readonly bareItems: boolean
}

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

/**
 * Forms by negotiation result; each cached result belongs to one kind. Tables are not cached, because they also depend on the
 * query.
 */
const forms = new WeakMap<Negotiated, Form>()

interface FormContext {
  readonly catalog: Catalog
  readonly columns: TableColumns
  readonly clock: Clock
}

/** @param negotiated The negotiation for this target. */
export function chooseForm(
  target: Target,
  negotiated: Negotiated,
  query: URLSearchParams,
  context: FormContext,
): Awaitable<Form> {
  const form = forms.get(negotiated)
  if (form !== undefined) return form
  const made = makeForm(target, negotiated, context)
  if (negotiated.transform?.kind === 'Table') return withColumns(made, target, query, context)
  forms.set(negotiated, made)
  return made
}

const WITH_METADATA: Pick<Form, 'include' | 'refusal'> = { include: 'Metadata' }

function makeForm(target: Target, negotiated: Negotiated, { columns, clock }: FormContext): Form {
  const { resource, version, subresource } = target
  const { transform } = negotiated
  const kind = subresource?.kind.kind ?? resource.kind
  const apiVersion = subresource === undefined ? version.apiVersion : groupVersion(subresource.kind)
  return {
    negotiated,
    apiVersion: transform === undefined ? '' : `${transform.group}/${transform.version}`,
    columns: columns.unnamed,
    ownColumns: false,
    rowOrder: undefined,
    fieldAnnotations: resource.traits.fieldAnnotations ?? [],
    ...WITH_METADATA,
    now: () => clock.now(),
    head: { apiVersion, kind, listKind: resource.listKind, isCustom: version.custom !== undefined },
    schema: subresource?.schema ?? version.schema,
    bareItems: version.schema.name !== undefined,
  }
}

/** The form of a Table. Its columns belong to the behaviour of the kind. */
function withColumns(
  form: Form,
  target: Target,
  query: URLSearchParams,
  { catalog, columns }: FormContext,
): Awaitable<Form> {
  const { kind, isCustom } = form.head
  const ofSubresources = isCustom ? columns.customSubresources : columns.subresources
  return andThen(catalog.resolve(target.resource), ({ behaviour, kind: ownKind }) => {
    const own = kind === ownKind ? behaviour.columns : ofSubresources.get(kind)
    return {
      ...form,
      columns: own ?? columns.unnamed,
      ownColumns: own !== undefined,
      ...(kind === ownKind && { rowConditions: behaviour.rowConditions }),
      rowOrder: behaviour.rowOrder,
      ...includeObject(query),
    }
  })
}

const groupVersion = (kind: { group: string; version: string }): string =>
  kind.group === '' ? kind.version : `${kind.group}/${kind.version}`

function includeObject(query: URLSearchParams): Pick<Form, 'include' | 'refusal'> {
  const value = query.get('includeObject') ?? ''
  if (value === 'None' || value === 'Metadata' || value === 'Object') return { include: value }
  if (value === '') return WITH_METADATA
  const fault = fieldError.invalid('includeObject', value, "must be 'Metadata', 'Object', 'None', or empty")
  const message = `Unable to convert to Table as requested: ${fault.field}: ${fault.message}`
  return { include: 'Metadata', refusal: badRequest(message) }
}
