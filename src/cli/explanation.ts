import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import type { ResourceType } from './discovery.ts'
import { Failure } from './failure.ts'
import type { PublishedSchema } from './openapi.ts'

export interface Explanation {
  /** Kind and version: printed even where the field does not exist. */
  readonly head: string
  readonly body: string | Failure
}

/** The documentation of a type, or of the field that a path leads to, in the layout of the real client. */
export function explainType(
  type: ResourceType,
  published: PublishedSchema,
  path: readonly string[],
  recursive: boolean,
): Explanation {
  const group = type.group === '' ? '' : `GROUP:      ${type.group}\n`
  const head = `${group}KIND:       ${type.kind}\nVERSION:    ${type.version}\n\n`
  let field: JsonObject = published.root
  for (const name of path) {
    const properties = propertiesOf(published, field)
    const next = properties[name]
    if (!isObject(next)) return { head, body: new Failure(`field ${JSON.stringify(name)} does not exist`) }
    field = next
  }
  return { head, body: new Writer(published).explain(field, path.at(-1), recursive) }
}

/** The fields of an object, or of what a list or map holds. */
function propertiesOf(published: PublishedSchema, raw: JsonObject): JsonObject {
  let schema = published.resolve(raw)
  for (;;) {
    if (isObject(schema.properties)) return schema.properties
    const inner = isObject(schema.items) ? schema.items : schema.additionalProperties
    if (!isObject(inner)) return {}
    schema = published.resolve(inner)
  }
}

const WIDTH = 80

class Writer {
  readonly #published: PublishedSchema
  constructor(published: PublishedSchema) {
    this.#published = published
  }

  explain(field: JsonObject, name: string | undefined, recursive: boolean): string {
    let out = ''
    if (name !== undefined) {
      const choices = enumOf(this.#published.resolve(field))
      const enumeration = choices.length === 0 ? '\n' : `ENUM:\n${choices.map((one) => `    ${one}\n`).join('')}`
      out += `FIELD: ${name} <${this.#typeName(field)}>\n${enumeration}\n`
    }
    out += `DESCRIPTION:\n${this.#descriptions(field)}`
    const properties = propertiesOf(this.#published, field)
    if (Object.keys(properties).length > 0) out += `FIELDS:\n${this.#fields(field, recursive, 1, [])}`
    return `${out}\n`
  }

  /** The field's own description, then that of its type where it is another. */
  #descriptions(field: JsonObject): string {
    const texts: string[] = []
    for (const each of this.#chain(field))
      if (typeof each.description === 'string' && each.description !== '' && !texts.includes(each.description))
        texts.push(each.description)
    if (texts.length === 0) return '    <empty>\n'
    return texts.map((text) => `${wrap(text, 4)}\n`).join('') + '    \n'
  }

  /** A field, what it refers to, and what that is a list or map of. */
  #chain(field: JsonObject): JsonObject[] {
    const chain: JsonObject[] = []
    for (let current: JsonObject | undefined = field; current !== undefined && chain.length < 20;) {
      const { $ref: _, allOf: __, ...own }: JsonObject = current
      chain.push(own)
      const referred: JsonObject = this.#published.resolve({ ...current, description: undefined })
      if (current.$ref !== undefined || current.allOf !== undefined) {
        chain.push(resolvedDescription(this.#published, current))
      }
      const inner: Json | undefined = isObject(referred.items) ? referred.items : referred.additionalProperties
      current = isObject(inner) ? inner : undefined
    }
    return chain
  }

  #fields(field: JsonObject, recursive: boolean, depth: number, above: readonly JsonObject[]): string {
    const properties = propertiesOf(this.#published, field)
    const required = requiredOf(this.#published, field)
    const pad = '  '.repeat(depth)
    let out = ''
    for (const name of Object.keys(properties).sort()) {
      const property = properties[name]
      if (!isObject(property)) continue
      const choices = enumOf(this.#published.resolve(property))
      const must = required.includes(name) ? ' -required-' : ''
      out += `${pad}${name}\t<${this.#typeName(property)}>${must}\n`
      if (choices.length > 0) out += `${pad}enum: ${choicesText(choices)}\n`
      if (!recursive) {
        const [own] = this.#chain(property).filter((each) => typeof each.description === 'string')
        const text = typeof own?.description === 'string' ? own.description : ''
        out += `${text === '' ? `${pad}  <no description>` : wrap(text, depth * 2 + 2)}\n\n`
      } else if (!above.includes(properties)) {
        out += this.#fields(property, true, depth + 1, [...above, properties])
      }
    }
    return out
  }

  #typeName(raw: JsonObject): string {
    const schema = this.#published.resolve(raw)
    if (isObject(schema.items)) return `[]${this.#typeName(schema.items)}`
    if (isObject(schema.additionalProperties)) return `map[string]${this.#typeName(schema.additionalProperties)}`
    const reference = referenceOf(raw)
    if (reference !== undefined && (isObject(schema.properties) || !NAMED_BY_TYPE.has(reference)))
      return schema.type === undefined ||
        schema.type === 'object' ||
        schema.format === 'int-or-string' ||
        isObject(schema.properties)
        ? reference
        : String(schema.type)
    if (schema['x-kubernetes-int-or-string'] === true || schema.type === undefined || schema.type === 'object')
      return 'Object'
    return String(schema.type)
  }
}

const NAMED_BY_TYPE = new Set(['Time', 'MicroTime', 'Quantity', 'Duration'])

/** `...core.v1.PodSpec` is called `PodSpec`. */
function referenceOf(schema: JsonObject): string | undefined {
  const [only] = Array.isArray(schema.allOf) && schema.allOf.length === 1 ? schema.allOf : []
  const reference = schema.$ref ?? (isObject(only) ? only.$ref : undefined)
  return typeof reference === 'string' ? reference.split(/[/.]/).at(-1) : undefined
}

function resolvedDescription(published: PublishedSchema, field: JsonObject): JsonObject {
  const { description: _, ...rest } = field
  return { description: published.resolve(rest).description }
}

function requiredOf(published: PublishedSchema, raw: JsonObject): readonly Json[] {
  let schema = published.resolve(raw)
  while (!isObject(schema.properties)) {
    const inner = isObject(schema.items) ? schema.items : schema.additionalProperties
    if (!isObject(inner)) return []
    schema = published.resolve(inner)
  }
  return Array.isArray(schema.required) ? schema.required : []
}

const enumOf = (schema: JsonObject): string[] =>
  Array.isArray(schema.enum) ? schema.enum.map((each) => (each === '' ? '""' : String(each))) : []

/** Beyond four, the rest is cut. */
const choicesText = (choices: readonly string[]): string =>
  choices.length > 4 ? `${choices.slice(0, 4).join(', ')}, ....` : choices.join(', ')

/** Fills lines of words up to the width; empty lines part paragraphs, lists and indented lines keep theirs. */
export function wrap(text: string, indent: number): string {
  const pad = ' '.repeat(indent)
  const lines: string[] = []
  let line = ''
  const flush = (): void => {
    if (line !== '') lines.push(pad + line)
    line = ''
  }
  for (const raw of text.split('\n')) {
    const trimmed = raw.trim()
    if (trimmed === '') {
      flush()
      lines.push(pad)
      continue
    }
    if (/^(\d+\.? |- |\* )/.test(trimmed) || /^\s/.test(raw)) flush()
    for (const word of trimmed.split(/\s+/)) {
      if (line !== '' && line.length + 1 + word.length > WIDTH - indent) flush()
      line = line === '' ? word : `${line} ${word}`
    }
    if (trimmed.endsWith(':')) flush()
  }
  flush()
  return lines.join('\n')
}
