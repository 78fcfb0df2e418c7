import type { JsonObject } from '../../worker/api/json.ts'
import type { ListMeta, ObjectMeta } from '../../worker/api/object.ts'

/** A column of a Table. */
export interface TableColumn {
  readonly name: string
  /** One of `string`, `integer`, `number`, `boolean` and `date`. */
  readonly type: string
  readonly format?: string
  readonly description?: string
  /** A column with 0 is always shown, any other column only in the wide view. */
  readonly priority?: number
}

/** A row of a Table: one object. */
export interface TableRow {
  readonly cells: readonly unknown[]
  /** With `includeObject=Metadata`: a PartialObjectMetadata. */
  readonly object?: { readonly metadata?: ObjectMeta } & JsonObject
}

/** The Table of a collection (reference/negotiation.md 7). */
export interface Table {
  readonly kind: 'Table'
  readonly metadata?: ListMeta
  readonly columnDefinitions?: readonly TableColumn[]
  readonly rows?: readonly TableRow[]
}
