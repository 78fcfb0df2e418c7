import type { JsonObject } from '../../worker/api/json.ts'
import { isObject, objectOrEmpty } from '../../worker/api/json.ts'
import type { ResourceType } from './discovery.ts'
import { Failure } from './failure.ts'
import type { PublishedSchema } from './openapi.ts'

export interface Explanation {
  /** Kind and version, which are printed even when the field does not exist. */
  readonly head: string
  readonly body: string | Failure
}

/** The documentation of a type, or of the field at a path, in kubectl's layout. */
export function explainType(
  type: ResourceType,
  published: PublishedSchema,
  path: readonly string[],
  recursive: boolean,
): Explanation {
  const group = type.group === '' ? '' : `GROUP:      ${type.group}\n`
  const head = `${group}KIND:       ${type.kind}\nVERSION:    ${type.version}\n\n`
  const writer = new Writer(published)
  let field: JsonObject = published.root
  for (const name of path) {
    const next = writer.field(field, name)
    if (next === undefined) return { head, body: new Failure(`field ${JSON.stringify(path.at(-1))} does not exist`) }
    field = next
  }
  return { head, body: writer.explain(field, path.at(-1), recursive) }
}

const WIDTH = 80

interface FieldLayout {
  readonly isRequired: boolean
  /** Whether fields are printed without descriptions, as with `--recursive`. */
  readonly isShort: boolean
  /** The number of spaces. */
  readonly indent: number
}

class Writer {
  readonly #published: PublishedSchema
  constructor(published: PublishedSchema) {
    this.#published = published
  }

  /** A field of a schema, or of the schema inside a list, a map or a reference. */
  field(schema: JsonObject, name: string): JsonObject | undefined {
    const { properties } = this.#referred(schema)
    const own = isObject(properties) ? properties[name] : undefined
    if (isObject(own)) return own
    for (const inner of this.#inside(schema)) {
      const found = this.field(inner, name)
      if (found !== undefined) return found
    }
    return undefined
  }

  explain(schema: JsonObject, name: string | undefined, recursive: boolean): string {
    const fields = this.#fields(schema, recursive, 1, new Set())
    const text = this.#description(schema, new Set()) || '<empty>'
    return [
      name === undefined ? '' : `FIELD: ${name} <${this.#typeName(schema)}>\n${longChoices(schema)}\n`,
      `DESCRIPTION:\n${indented(wrapped(text, WIDTH - 4), 4)}\n`,
      fields === '' ? '' : `FIELDS:\n${fields}`,
      '\n',
    ].join('')
  }

  #referred(schema: JsonObject): JsonObject {
    return this.#published.lookup(schema.$ref) ?? schema
  }

  /** The parts of a schema besides its properties. */
  #inside(schema: JsonObject): JsonObject[] {
    const { allOf, items, additionalProperties } = this.#referred(schema)
    return [...(Array.isArray(allOf) ? allOf : []), items, additionalProperties].filter(isObject)
  }

  /** The description of a schema, then the descriptions of its parts. */
  #description(schema: JsonObject, above: ReadonlySet<unknown>): string {
    if (above.has(schema)) return ''
    const { description } = this.#referred(schema)
    const own = typeof description === 'string' && description !== '' ? `${description}\n` : ''
    const path = new Set([...above, schema])
    return (
      own +
      this.#inside(schema)
        .map((inner) => this.#description(inner, path))
        .join('')
    )
  }

  /**
   * The text of the fields of a schema.
   * @param above the schemas on the way to this one: a recursive type is not printed again
   */
  #fields(schema: JsonObject, recursive: boolean, depth: number, above: ReadonlySet<unknown>): string {
    if (schema.$ref !== undefined && above.has(schema.$ref)) return ''
    const path = new Set([...above, schema.$ref])
    const { properties, required } = this.#referred(schema)
    const must = Array.isArray(required) ? required : []
    const own = Object.entries(objectOrEmpty(properties)).sort(([a], [b]) => (a < b ? -1 : 1))
    const texts = own.map(([name, each]) => {
      const field = objectOrEmpty(each)
      const inner = recursive ? this.#fields(field, true, depth + 1, path) : ''
      return (
        this.#fieldText(name, field, { isRequired: must.includes(name), isShort: recursive, indent: depth * 2 }) + inner
      )
    })
    return [...texts, ...this.#inside(schema).map((inner) => this.#fields(inner, recursive, depth, path))].join('')
  }

  #fieldText(name: string, field: JsonObject, { isRequired, isShort, indent }: FieldLayout): string {
    const pad = ' '.repeat(indent)
    const head = `${pad}${name}\t<${this.#typeName(field)}>${isRequired ? ' -required-' : ''}${shortChoices(field, pad)}\n`
    if (isShort) return head
    const text =
      typeof field.description === 'string' && field.description !== '' ? field.description : '<no description>'
    return `${head}${indented(wrapped(text, WIDTH - 2 - indent), indent + 2)}\n\n`
  }

  #typeName(schema: JsonObject): string {
    const { items, additionalProperties, allOf, properties, $ref: reference, type } = schema
    if (isObject(items)) return `[]${this.#typeName(items)}`
    if (isObject(additionalProperties)) return `map[string]${this.#typeName(additionalProperties)}`
    const [only] = Array.isArray(allOf) && allOf.length === 1 && properties === undefined ? allOf : []
    if (isObject(only)) return this.#typeName(only)
    if (typeof reference !== 'string') return type === undefined || type === 'object' ? 'Object' : String(type)
    const referred = this.#published.lookup(reference)?.type
    // A reference to an object is shown by the name of the type, `...core.v1.PodSpec` as `PodSpec`. Any other reference
    // is shown by its basic type, such as `string`.
    return referred === undefined || referred === 'object' ? (reference.split(/[/.]/).at(-1) ?? '') : String(referred)
  }
}

const choicesOf = ({ enum: choices }: JsonObject): string[] =>
  Array.isArray(choices) ? choices.map((each) => (each === '' ? '""' : String(each))) : []

const longChoices = (schema: JsonObject): string => {
  const choices = choicesOf(schema)
  return choices.length === 0 ? '\n' : `ENUM:${choices.map((one) => `\n    ${one}`).join('')}\n`
}

const SHOWN = 4

function shortChoices(schema: JsonObject, pad: string): string {
  const choices = choicesOf(schema)
  if (choices.length === 0) return ''
  return `\n${pad}enum: ${choices.slice(0, SHOWN).join(', ')}${choices.length > SHOWN ? ', ....' : ''}`
}

const indented = (text: string, indent: number): string =>
  text
    .split('\n')
    .map((line) => ' '.repeat(indent) + line)
    .join('\n')

/** Breaks lines before the word that exceeds the width. Other lines are unchanged. */
export function wrapped(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => wrappedLine(line, width))
    .join('\n')
}

function wrappedLine(line: string, width: number): string {
  let out = ''
  let used = 0
  for (const [, space = '', word = ''] of line.matchAll(/(\s*)(\S+)/g)) {
    // A word that is longer than a line stays whole at the start of a line and after a single space.
    const before = used + space.length
    const breaks = before + word.length > width && before > 1
    out += breaks ? `\n${word}` : space + word
    used = breaks ? word.length : before + word.length
  }
  const rest = /\s*$/.exec(line)?.[0] ?? ''
  return used + rest.length > width ? out : out + rest
}
