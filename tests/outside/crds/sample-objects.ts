// Objects that follow the schema of a definition: one with every field, and one with the required fields only.

type Members = Record<string, unknown>

/** The parts of a JSONSchemaProps that decide a sample. */
export interface Schema {
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly minLength?: number
  readonly minItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly 'x-kubernetes-int-or-string'?: boolean
  readonly 'x-kubernetes-embedded-resource'?: boolean
}

export interface SampleChoice {
  /** Only the required fields. */
  readonly requiredOnly?: boolean
  /** An unknown field in each object, which the server removes. */
  readonly unknown?: boolean
}

/** The member that no schema declares. */
const UNKNOWN = 'zzUnknown'

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2024-05-06T07:08:09Z',
  date: '2024-05-06',
  duration: '1h',
  byte: 'YWJj',
  uri: 'https://example.com/a',
  ipv4: '10.1.2.3',
  ipv6: 'fd00::1',
  cidr: '10.1.0.0/16',
  email: 'a@example.com',
  hostname: 'a.example.com',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
}

/** Texts that many patterns accept. */
const TEXTS = ['a', '1h', '1', '10.1.2.3', '/a', 'a.b', 'https://example.com/a', 'A', '1.2.3', 'v1.2.3', 'a/b', '10.1.0.0/16', '1Gi', '*'] // prettier-ignore

function text(schema: Schema): string {
  const { pattern, minLength = 0, format = '' } = schema
  const fixed = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined
  if (fixed !== undefined) return fixed
  const long = 'a'.repeat(minLength)
  if (pattern === undefined) return minLength > 1 ? long : 'a'
  return [...TEXTS, long].find((one) => one.length >= minLength && accepts(pattern, one)) ?? 'a'
}

function accepts(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern).test(value)
  } catch {
    return false
  }
}

/** A value for a schema. */
export function sample(schema: Schema, choice: SampleChoice): unknown {
  if (schema.enum !== undefined && schema.enum.length > 0) return schema.enum[0]
  if (schema['x-kubernetes-int-or-string'] === true) return 1
  switch (schema.type) {
    case 'string':
      return text(schema)
    case 'integer':
      return Math.max(1, schema.minimum ?? 1)
    case 'number':
      return Math.max(1.5, schema.minimum ?? 1.5)
    case 'boolean':
      return true
    case 'array':
      return sampleList(schema, choice)
    default:
      return sampleObject(schema, choice)
  }
}

function sampleList({ items = {}, minItems = 0 }: Schema, choice: SampleChoice): readonly unknown[] {
  const length = choice.requiredOnly === true ? minItems : Math.max(1, minItems)
  return Array.from({ length }, () => sample(items, choice))
}

function sampleObject(schema: Schema, choice: SampleChoice): Members {
  const { properties = {}, required = [], additionalProperties } = schema
  const names = choice.requiredOnly === true ? required : Object.keys(properties)
  const entries = names
    .filter((name) => Object.hasOwn(properties, name))
    .map((name): [string, unknown] => [name, sample(properties[name] ?? {}, choice)])
  if (typeof additionalProperties === 'object' && choice.requiredOnly !== true)
    entries.push(['a', sample(additionalProperties, choice)])
  if (choice.unknown === true && additionalProperties === undefined) entries.push([UNKNOWN, { a: 1 }])
  if (schema['x-kubernetes-embedded-resource'] === true)
    entries.push(['apiVersion', 'v1'], ['kind', 'Pod'], ['metadata', { name: 'a' }])
  return Object.fromEntries(entries)
}

/** The value of another type in each field of an object. */
export function wronglyTyped({ properties = {} }: Schema): Members {
  const wrong = (field: Schema): unknown => {
    if (field.type === 'object' && field.properties !== undefined) return wronglyTyped(field)
    return field.type === 'string' || field['x-kubernetes-int-or-string'] === true ? true : 'text'
  }
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, wrong(field)]))
}
