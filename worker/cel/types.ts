/** A type of the language. A struct type contains its fields, so the checker needs no type provider. */
export interface Type {
  readonly kind: TypeKind
  /** The name as `type(x)` shows it: `int`, `list`, `google.protobuf.Timestamp`, or the name of a struct or of a parameter. */
  readonly name: string
  readonly parameters: readonly Type[]
  /** The declared fields of a struct. */
  readonly fields?: ReadonlyMap<string, Type>
  /** Whether this is the type of a wrapper message, whose value may be null. */
  readonly isWrapper?: boolean
}

export type TypeKind =
  | 'dyn'
  | 'error'
  | 'null'
  | 'bool'
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'timestamp'
  | 'duration'
  | 'list'
  | 'map'
  | 'struct'
  | 'opaque'
  | 'type'
  | 'parameter'

const simple = (kind: TypeKind, name: string = kind): Type => ({ kind, name, parameters: [] })

export const DYN = simple('dyn')
/** `google.protobuf.Any`: dynamic, but no range of a comprehension. */
export const ANY = simple('dyn', 'any')
export const ERROR = simple('error', '!error!')
export const NULL = simple('null', 'null_type')
export const BOOL = simple('bool')
export const INT = simple('int')
export const UINT = simple('uint')
export const DOUBLE = simple('double')
export const STRING = simple('string')
export const BYTES = simple('bytes')
export const TIMESTAMP = simple('timestamp', 'google.protobuf.Timestamp')
export const DURATION = simple('duration', 'google.protobuf.Duration')
export const TYPE = simple('type')

export const listOf = (items: Type): Type => ({ kind: 'list', name: 'list', parameters: [items] })
export const mapOf = (keys: Type, values: Type): Type => ({ kind: 'map', name: 'map', parameters: [keys, values] })
export const optionalOf = (value: Type): Type => opaque('optional', value)
export const typeOf = (type: Type): Type => ({ kind: 'type', name: 'type', parameters: [type] })
export const wrapperOf = (type: Type): Type => ({ ...type, isWrapper: true })
export const parameter = (name: string): Type => simple('parameter', name)
export const opaque = (name: string, ...parameters: Type[]): Type => ({ kind: 'opaque', name, parameters })
export const struct = (name: string, fields: ReadonlyMap<string, Type>): Type => ({
  kind: 'struct',
  name,
  parameters: [],
  fields,
})

const VARIABLE_KINDS: ReadonlySet<TypeKind> = new Set([
  'null',
  'bool',
  'int',
  'uint',
  'double',
  'string',
  'bytes',
  'timestamp',
  'duration',
])

/** The type of a variable that a policy defines by an expression: structs and other objects are dynamic. */
export function variableType(type: Type): Type {
  if (type.kind === 'list') return listOf(variableType(inner(type)))
  if (type.kind === 'map') return mapOf(variableType(inner(type)), variableType(inner(type, 1)))
  return VARIABLE_KINDS.has(type.kind) ? type : DYN
}

/** The n-th type parameter; dyn when the type has none. */
export const inner = ({ parameters }: Type, index = 0): Type => parameters[index] ?? DYN

export const isDynamic = ({ kind }: Type): boolean => kind === 'dyn' || kind === 'error'

export const isOptional = ({ kind, name }: Type): boolean => kind === 'opaque' && name === 'optional'

const SHOWN: Partial<Record<TypeKind, string>> = { null: 'null', timestamp: 'timestamp', duration: 'duration' }

/** A type as error texts show it. */
export function formatType(type: Type): string {
  if (type.isWrapper === true) return `wrapper(${formatType({ ...type, isWrapper: false })})`
  const shown = SHOWN[type.kind]
  if (shown !== undefined) return shown
  if (type.parameters.length === 0) return type.name
  return `${type.name}(${type.parameters.map(formatType).join(', ')})`
}

/** A signature as error texts show it: `(int, string)`, or `list(int).(string)` for a member function. */
export function formatSignature(types: readonly Type[], isMember: boolean): string {
  const shown = types.map(formatType)
  const head = isMember ? `${shown.shift() ?? ''}.` : ''
  return `${head}(${shown.join(', ')})`
}

export function sameType(a: Type, b: Type): boolean {
  if (a === b) return true
  if (a.kind !== b.kind || a.name !== b.name || a.parameters.length !== b.parameters.length) return false
  return a.parameters.every((type, index) => sameType(type, inner(b, index)))
}
