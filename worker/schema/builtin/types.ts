import type { Field, ListSchema, Schema, StructSchema } from '../schema.ts'
import { fieldTexts, readExpression, typeTexts, type FieldText, type TypeText } from './notation.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

/** The names of all built-in types, published or not: `api.core.v1.PodSpec`. Names with a domain are templates. */
export function builtinTypeNames(): readonly string[] {
  return [...typeTexts().types.keys()]
}

const structs = new Map<string, StructSchema>()

/** The schema of a built-in struct, built at the first call for its name. @throws Error for an unknown type */
export function builtinType(name: string): StructSchema {
  return structOf(name, false)
}

/** The schema of a built-in struct. @param granular for a field that makes its atomic type granular */
function structOf(name: string, granular: boolean): StructSchema {
  const key = granular ? `${name} granular` : name
  let struct = structs.get(key)
  if (struct === undefined) {
    const text = typeTexts().types.get(name)
    if (text === undefined || text.scalar !== undefined) throw new Error(`There is no built-in struct ${name}`)
    struct = new BuiltinStruct(text, !granular && text.words.includes('atomic'))
    structs.set(key, struct)
  }
  return struct
}

/** Whether `builtinType` has a schema for the name. */
export function isBuiltinType(name: string): boolean {
  const text = typeTexts().types.get(name)
  return text !== undefined && text.scalar === undefined
}

/** Types are recursive, so the fields are parsed at their first use. */
class BuiltinStruct implements StructSchema {
  readonly type = 'struct'
  readonly name: string
  readonly atomic: boolean
  readonly #text: TypeText
  #fields: ReadonlyMap<string, Field> | undefined

  constructor(text: TypeText, atomic: boolean) {
    this.name = text.name
    this.atomic = atomic
    this.#text = text
  }

  get fields(): ReadonlyMap<string, Field> {
    this.#fields ??= readFields(this.#text)
    return this.#fields
  }

  get required(): readonly string[] {
    return fieldTexts(this.#text)
      .filter((field) => field.required)
      .map((field) => field.name)
  }
}

function readFields(type: TypeText): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>()
  if (type.words.includes('typed')) {
    for (const name of ['kind', 'apiVersion']) fields.set(name, { schema: TEXT, omitEmpty: true })
  }
  for (const text of fieldTexts(type)) fields.set(text.name, readField(text, type.package.path))
  return fields
}

// These scalars are structs in Go. `omitempty` does not omit a struct, so only a pointer to one can be absent.
const GO_STRUCTS = 'tmqxRJ'

function readField(text: FieldText, path: string): Field {
  const schema = schemaOf(text.expression, path)
  const expression = readExpression(text.expression, path)
  const struct = expression.kind === 'type' || (expression.kind === 'scalar' && GO_STRUCTS.includes(expression.letter))
  const given = expression.kind === 'scalar' ? expression.given : undefined
  const zero = text.always && !text.pointer && expression.kind === 'scalar' ? ZEROS[expression.letter] : undefined
  return {
    schema,
    ...((given ?? zero) !== undefined && { default: given ?? zero }),
    ...(text.patchStrategy !== undefined && { patchStrategy: text.patchStrategy.split(',').filter(isStrategy) }),
    ...(text.patchMergeKey !== undefined && { patchMergeKey: text.patchMergeKey }),
    number: text.number,
    ...(text.within.length > 0 && { within: text.within }),
    omitEmpty: !text.always && (text.pointer || !struct),
    pointer: text.pointer,
  }
}

const isStrategy = (word: string): word is 'merge' | 'replace' | 'retainKeys' =>
  word === 'merge' || word === 'replace' || word === 'retainKeys'

const ZEROS = lookupTable<string | number | boolean>({ s: '', i: 0, l: 0, d: 0, b: false })

const TEXT: Schema = { type: 'scalar', kind: 'string' }

const scalars = lookupTable<Schema>({
  s: TEXT,
  b: { type: 'scalar', kind: 'boolean' },
  i: { type: 'scalar', kind: 'integer', bits: 32 },
  l: { type: 'scalar', kind: 'integer', bits: 64 },
  d: { type: 'scalar', kind: 'number' },
  y: { type: 'scalar', kind: 'bytes' },
  Y: { type: 'scalar', kind: 'bytes' },
  t: { type: 'scalar', kind: 'time' },
  m: { type: 'scalar', kind: 'microtime' },
  D: { type: 'scalar', kind: 'duration' },
  q: { type: 'scalar', kind: 'quantity' },
  x: { type: 'scalar', kind: 'int-or-string' },
  J: { type: 'untyped', name: 'JSON' },
  R: { type: 'untyped', name: 'RawExtension', embedded: true },
  F: { type: 'untyped', name: 'FieldsV1' },
})

const schemas = new Map<string, Schema>()

/** Equal expressions of one package share one schema, and everything that is compiled from the schema. */
function schemaOf(text: string, path: string): Schema {
  const key = `${path} ${text}`
  let schema = schemas.get(key)
  if (schema === undefined) {
    schema = readSchema(text, path)
    schemas.set(key, schema)
  }
  return schema
}

function readSchema(text: string, path: string): Schema {
  const expression = readExpression(text, path)
  switch (expression.kind) {
    case 'list':
      return listOf(schemaOf(expression.items, path), expression.marker)
    case 'map':
      return { type: 'map', values: mapValues(expression.values, path), atomic: expression.mapType === 'a' }
    case 'type':
      return structOf(expression.name, expression.marker === 'g')
    case 'scalar': {
      const scalar = scalars[expression.letter] ?? alternatives(expression.letter, path)
      return scalar.type === 'scalar' && expression.choices !== undefined
        ? { ...scalar, enum: expression.choices }
        : scalar
    }
  }
}

/** The values of a map. In resource lists, the real server's defaulting rounds quantities up to thousandths. */
const mapValues = (text: string, path: string): Schema =>
  text === 'q' && path === RESOURCE_LISTS ? { type: 'scalar', kind: 'quantity', milli: true } : schemaOf(text, path)

const RESOURCE_LISTS = 'api.core.v1'

function listOf(items: Schema, marker: string): ListSchema {
  if (marker.startsWith('m')) return { type: 'list', items, listType: 'map', keys: marker.slice(1).split(',') }
  return { type: 'list', items, listType: marker === 's' ? 'set' : 'atomic' }
}

const NO_BOOLEAN = 'boolean or JSON schema expected'

/** One of the three types of OpenAPI schemas whose value has one of two forms, such as a schema or a boolean. */
function alternatives(letter: string, path: string): Schema {
  const props = builtinType(`${path}.JSONSchemaProps`)
  switch (letter) {
    case 'A':
      return { type: 'untyped', name: 'JSONSchemaPropsOrArray', either: [props, listOf(props, '')] }
    case 'B':
      return {
        type: 'untyped',
        name: 'JSONSchemaPropsOrBool',
        either: [props, schemaOf('b', path)],
        mismatch: NO_BOOLEAN,
      }
    case 'S':
      return { type: 'untyped', name: 'JSONSchemaPropsOrStringArray', either: [props, listOf(TEXT, '')] }
    default:
      throw new Error(`Run scripts/generate-builtin.mjs: ${letter} is not a letter of a scalar`)
  }
}
