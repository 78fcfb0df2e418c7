import type { Field, StructSchema } from '../schema/schema.ts'

/**
 * A field of a protobuf message. In protobuf an inlined Go struct is a message; in JSON its fields are in the enclosing object.
 */
export type Entry = FieldEntry | InlinedEntry

export interface FieldEntry {
  readonly number: number
  readonly name: string
  readonly field: Field
  /** The field's index in `StructSchema.fields`. */
  readonly index: number
  /** Whether the list is a message with the items in field 1. */
  readonly wrapped: boolean
}

export interface InlinedEntry {
  readonly number: number
  readonly inlined: readonly Entry[]
}

// A list whose Go type has a name is a message. `Verbs` is the only field of such a type; other uses are map values.
const WRAPPED_LISTS: ReadonlySet<string> = new Set(['apimachinery.pkg.apis.meta.v1.APIResource.verbs'])

// The envelope holds these for a whole object; nested objects do not encode them.
const TYPE_META: ReadonlySet<string> = new Set(['apiVersion', 'kind'])

const layouts = new WeakMap<StructSchema, readonly Entry[] | undefined>()

/** The entries in ascending order of number; undefined for a type without a protobuf form (custom resources, `Table`). */
export function layoutOf(schema: StructSchema): readonly Entry[] | undefined {
  if (!layouts.has(schema)) layouts.set(schema, schema.name === undefined ? undefined : readLayout(schema))
  return layouts.get(schema)
}

interface Draft {
  readonly number: number
  readonly inlined: Entry[]
}

function readLayout(schema: StructSchema): readonly Entry[] | undefined {
  const root: Draft = { number: 0, inlined: [] }
  const drafts = new Map<string, Draft>()
  let index = -1
  for (const [name, field] of schema.fields) {
    index += 1
    const { number, within = [] } = field
    if (number === undefined) {
      if (TYPE_META.has(name)) continue
      return undefined
    }
    let holder = root
    for (const [depth, outer] of within.entries()) {
      const path = within.slice(0, depth + 1).join('.')
      let draft = drafts.get(path)
      if (draft === undefined) {
        draft = { number: outer, inlined: [] }
        drafts.set(path, draft)
        holder.inlined.push(draft)
      }
      holder = draft
    }
    holder.inlined.push({ number, name, field, index, wrapped: WRAPPED_LISTS.has(`${schema.name}.${name}`) })
  }
  for (const { inlined } of [root, ...drafts.values()]) inlined.sort((a, b) => a.number - b.number)
  return root.inlined
}

/** The entries of a type that has a protobuf form. @throws Error for any other type */
export function requireLayout(schema: StructSchema): readonly Entry[] {
  const layout = layoutOf(schema)
  if (layout === undefined) {
    throw new Error(`Check hasProtobufForm first: ${schema.name ?? 'a custom resource'} has none`)
  }
  return layout
}
