/** The value of a Go expression in a row of a Go test's table. */
export type GoValue = null | boolean | number | string | readonly GoValue[] | GoStruct | GoMap

/** A struct literal with its given fields only. */
export class GoStruct {
  readonly type: string
  readonly fields: Readonly<Record<string, GoValue>>
  constructor(type: string, fields: Readonly<Record<string, GoValue>>) {
    this.type = type
    this.fields = fields
  }
}

export interface GoMap {
  readonly [key: string]: GoValue
}

export interface Scope {
  /**
   * The values of constants and variables by name: `core.DNSClusterFirst`, `validPodTemplate.Template`, or only
   * the name, which then has the value in any package.
   */
  readonly constants: Readonly<Record<string, GoValue>>
  readonly functions: Readonly<Record<string, (...args: readonly GoValue[]) => GoValue>>
}

/**
 * Thrown for a row with an expression that the table does not record: the body of a function, or an unknown variable.
 */
export class NotWritten extends Error {
  override readonly name = 'NotWritten'
}

type Raw = Readonly<Record<string, unknown>>

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)

export const isGoMap = (value: GoValue): value is GoMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof GoStruct)

/**
 * Evaluates a row of a Go test's table: composite literals, constants and calls, in the notation of
 * recordings/tables/core-rules. A scope defines the names from outside of the row.
 * @throws NotWritten
 */
export function evaluate(value: unknown, scope: Scope): GoValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string')
    return value
  if (Array.isArray(value)) return value.map((item) => evaluate(item, scope))
  if (!isRaw(value)) throw new NotWritten(String(value))
  if ('$id' in value) return constant(String(value['$id']), scope)
  if ('$call' in value) return call(value, scope)
  if ('$op' in value) return operation(value, scope)
  if ('$index' in value) return indexed(value, scope)
  if ('$map' in value) return pairs(value['$map'], scope)
  if (typeof value['$bytes'] === 'string') return latin1(value['$bytes'])
  if ('$repeat' in value) return String(evaluate(value['$repeat'], scope)).repeat(Number(value['n']))
  const unread = Object.keys(value).find((key) => UNREAD.has(key))
  if (unread !== undefined) throw new NotWritten(unread)
  const { $type: type, ...members } = value
  const entries = Object.entries(members).map(([key, item]): [string, GoValue] => [
    keyOf(key, scope),
    evaluate(item, scope),
  ])
  const fields = Object.fromEntries(entries)
  return typeof type === 'string' && !MAP_TYPES.test(type) ? new GoStruct(type, fields) : fields
}

/** A text with one character for each byte, because the bytes need not be UTF-8. */
const latin1 = (hex: string): string =>
  (hex.match(/../g) ?? []).map((pair) => String.fromCharCode(parseInt(pair, 16))).join('')

const UNREAD: ReadonlySet<string> = new Set(['$func', '$expr', '$new', '$sel'])
/** Named types that are maps. */
const MAP_TYPES = /(?:^|\.)(?:ResourceList|Set|LabelSet)$|^map\[/

/**
 * The key of a map's entry. It can be a constant, `$core.ResourceCPU`, or a call in the notation in which Go prints a
 * map.
 */
function keyOf(key: string, scope: Scope): string {
  for (const [pattern, read] of KEYS) {
    const found = pattern.exec(key)
    if (found !== null) return read(found, (id) => String(constant(id, scope)))
  }
  return key
}

type KeyReader = (found: RegExpExecArray, known: (id: string) => string) => string

const KEYS: readonly (readonly [RegExp, KeyReader])[] = [
  [/ObjectCountQuotaResourceNameFor args:\[map\[.*Resource:([\w.]+)\]\]/, ([, resource = '']) => `count/${resource}`],
  [
    /V1ResourceByStorageClass args:\[(\S+) map\[\$id:(.+?)\]\]/,
    ([, name = '', id = ''], known) => `${name}.storageclass.storage.k8s.io/${known(id)}`,
  ],
  [/args:\[map\[\$op:\+ a:map\[\$id:(.+?)\] b:(.*?)\]\]/, ([, id = '', text = ''], known) => known(id) + text],
  [/^map\[\$call:\S+ args:\[map\[\$id:(.+?)\]\]\]$/, ([, id = ''], known) => known(id)],
  [/^map\[\$call:\S+ args:\[(.*?)\]\]$/, ([, text = '']) => text],
  [/^\$([a-zA-Z].*)$/, ([, id = ''], known) => known(id)],
]

function constant(id: string, { constants }: Scope): GoValue {
  const known = constants[id] ?? constants[id.replace(/^\w+\./, '')]
  if (known === undefined) throw new NotWritten(id)
  return known
}

function call(value: Raw, scope: Scope): GoValue {
  const name = String(value['$call'])
  const args = Array.isArray(value['args']) ? value['args'] : []
  if (name === 'make') return made(args, scope)
  const receiver = 'recv' in value ? [value['recv']] : []
  const known = scope.functions[name]
  // A conversion: `core.ResourceName("cpu")`.
  if (known === undefined && /(?:^|\.)[A-Z]\w*$/.test(name) && args.length === 1 && CONVERSIONS.test(name)) {
    return evaluate(args[0], scope)
  }
  if (known === undefined) throw new NotWritten(`${name}()`)
  return known(...[...receiver, ...args].map((item) => evaluate(item, scope)))
}

/** A list of zero values of this length. */
function made([, length]: readonly unknown[], scope: Scope): GoValue {
  if (length === undefined) throw new NotWritten('make()')
  return Array.from({ length: Number(evaluate(length, scope)) }, () => new GoStruct('', {}))
}

const CONVERSIONS = /(?:Name|Policy|Protocol|Mode|Type|Status|Scope|UID|Strategy|Options|int64|int32)$/

function operation(value: Raw, scope: Scope): GoValue {
  const [a, b] = [evaluate(value['a'], scope), evaluate(value['b'], scope)]
  const operator = value['$op']
  if (operator === '+' && typeof a === 'number' && typeof b === 'number') return a + b
  if (operator === '+') return `${String(a)}${String(b)}`
  if (typeof a === 'number' && typeof b === 'number') {
    if (operator === '-') return a - b
    if (operator === '*') return a * b
    if (operator === '/') return Math.trunc(a / b)
  }
  throw new NotWritten(`operator ${String(operator)}`)
}

function indexed(value: Raw, scope: Scope): GoValue {
  const list = evaluate(value['$index'], scope)
  const item = Array.isArray(list) ? (list as readonly GoValue[])[Number(value['i'])] : undefined
  if (item === undefined) throw new NotWritten('index')
  return item
}

function pairs(list: unknown, scope: Scope): GoMap {
  if (!Array.isArray(list)) throw new NotWritten('map')
  return Object.fromEntries(
    list.map((pair: unknown): [string, GoValue] => {
      const [key, item] = Array.isArray(pair) ? (pair as readonly unknown[]) : []
      return [String(evaluate(key, scope)), evaluate(item, scope)]
    }),
  )
}
