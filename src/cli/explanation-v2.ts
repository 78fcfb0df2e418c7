import { utf8Length } from '../../worker/runtime/utf8.ts'
import type { JsonObject } from '../../worker/api/json.ts'
import { isObject, objectOrEmpty, ownMember } from '../../worker/api/json.ts'
import { formatGroupVersion } from '../../worker/api/group-version.ts'
import type { ResourceType } from './discovery.ts'
import { Failure } from './failure.ts'
import { isOfKind } from './openapi.ts'
import type { Session } from './session.ts'

/** Describes a type from OpenAPI v2, in kubectl's older layout. */
export async function explainV2(
  session: Session,
  type: ResourceType,
  path: readonly string[],
  recursive: boolean,
): Promise<string> {
  const client = await session.client()
  const { definitions } = await client.json({ path: '/openapi/v2' })
  const known = objectOrEmpty(definitions)
  const root = Object.values(known).find((schema) => isObject(schema) && isOfKind(schema, type))
  if (!isObject(root)) throw new Failure(`couldn't find resource for "${formatGroupVersion(type)}, Kind=${type.kind}"`)
  const printer = new Printer(known)
  const found = printer.field(root, path)
  return [
    `KIND:     ${type.kind}\nVERSION:  ${formatGroupVersion(type)}\n\n`,
    printer.explain(found, path.at(-1), recursive),
  ].join('')
}

const WIDTH = 80
const FIELDS = 3
const TEXT = 5

class Printer {
  readonly #definitions: JsonObject
  constructor(definitions: JsonObject) {
    this.#definitions = definitions
  }

  /** The schema at a path. A value without fields ends the path. @throws Failure */
  field(schema: JsonObject, path: readonly string[]): JsonObject {
    const [name, ...rest] = path
    if (name === undefined) return schema
    const inner = this.#inside(schema)
    if (inner !== undefined) return this.field(inner, path)
    if (!isObject(schema.properties)) return schema
    const next = ownMember(schema.properties, name)
    if (!isObject(next)) throw new Failure(`field ${JSON.stringify(name)} does not exist`)
    return this.field(next, rest)
  }

  explain(schema: JsonObject, name: string | undefined, recursive: boolean): string {
    const descriptions: unknown[] = []
    let last = schema
    for (let next: JsonObject | undefined = schema; next !== undefined; next = this.#inside(next)) {
      descriptions.push(next.description)
      last = next
    }
    const hasFields = isObject(last.properties)
    const title = hasFields ? 'RESOURCE:' : 'FIELD:   '
    const isUntitled = name === undefined || (!hasFields && isArbitrary(last))
    return [
      isUntitled ? '' : `${title} ${name} <${this.#typeName(schema)}>\n\n`,
      `DESCRIPTION:\n${descriptionText(descriptions)}`,
      hasFields ? `\nFIELDS:\n${this.#fields(last, recursive, FIELDS, new Set())}` : '',
    ].join('')
  }

  /** The schema inside a list or a map, or the schema of a reference; undefined for other schemas. */
  #inside({ $ref: reference, type, items, properties, additionalProperties }: JsonObject): JsonObject | undefined {
    if (typeof reference === 'string') {
      const named = ownMember(this.#definitions, reference.split('/').at(-1) ?? '')
      return objectOrEmpty(named)
    }
    if (type === 'array') return objectOrEmpty(items)
    if (type !== 'object' || isObject(properties)) return undefined
    return objectOrEmpty(additionalProperties)
  }

  #fields(schema: JsonObject, recursive: boolean, indent: number, above: ReadonlySet<unknown>): string {
    const { $ref: reference, properties, required } = schema
    if (reference !== undefined && above.has(reference)) return ''
    const inner = this.#inside(schema)
    const path = reference === undefined ? above : new Set([...above, reference])
    if (inner !== undefined) return this.#fields(inner, recursive, indent, path)
    const must = Array.isArray(required) ? required : []
    return (
      Object.entries(objectOrEmpty(properties))
        // kubectl's reader takes a field that begins with `x-` for an extension of the format.
        .filter(([name]) => !name.startsWith('x-'))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, each]) => {
          const field = objectOrEmpty(each)
          const head = `${' '.repeat(indent)}${name}\t<${this.#typeName(field)}>`
          if (recursive) return `${head}\n${this.#fields(field, true, indent + FIELDS, path)}`
          return `${head}${must.includes(name) ? ' -required-' : ''}\n${paragraph(field.description)}\n`
        })
        .join('')
    )
  }

  #typeName(schema: JsonObject): string {
    const inner = this.#inside(schema)
    if (inner === undefined) return isObject(schema.properties) ? 'Object' : String(schema.type ?? '')
    const name = this.#typeName(inner)
    if (schema.$ref !== undefined) return name
    return schema.type === 'array' ? `[]${name}` : `map[string]${name}`
  }
}

const isArbitrary = ({ type, properties }: JsonObject): boolean => type === undefined && properties === undefined

/** An empty line precedes each description but the first. */
function descriptionText(descriptions: readonly unknown[]): string {
  const texts = descriptions.map((each, at) => {
    const text = paragraph(each)
    return text === '' || at === 0 ? text : `\n${text}`
  })
  return texts.join('') || paragraph('<empty>')
}

function paragraph(text: unknown): string {
  if (typeof text !== 'string') return ''
  return filled(text, WIDTH - TEXT)
    .map((line) => (line === '' ? '\n' : `${' '.repeat(TEXT)}${line}\n`))
    .join('')
}

const BULLET = /^(\d+\.?|-|\*)\s/

/** Fills lines with words. Empty lines, list items, lines after a colon and indented lines stay separate. */
function filled(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  let afterColon = false
  const flush = (): void => {
    if (line !== '') lines.push(line)
    line = ''
    afterColon = false
  }
  for (const written of text.split('\n')) {
    const trimmed = written.trim()
    const isCode = written.startsWith('    ')
    if (isCode || (trimmed === '' && lines.length > 0)) {
      flush()
      lines.push(isCode ? written : '')
      continue
    }
    if (afterColon || trimmed === '' || BULLET.test(trimmed)) flush()
    for (const word of trimmed === '' ? [] : trimmed.split(/\s+/)) {
      // Go counts the bytes of a text.
      if (line !== '' && utf8Length(line) + 1 + utf8Length(word) > width) flush()
      line = line === '' ? word : `${line} ${word}`
      afterColon = word.endsWith(':')
    }
  }
  flush()
  return lines
}
