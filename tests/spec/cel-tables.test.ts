import { describe, expect, it } from 'vitest'
import { compile } from '../../worker/cel/cel.ts'
import { escapeField } from '../../worker/cel/field-names.ts'
import type { Json } from '../../worker/api/json.ts'
import { readType } from '../../worker/cel/declarations.ts'
import type { Type } from '../../worker/cel/types.ts'
import { DYN, listOf, mapOf } from '../../worker/cel/types.ts'
import type { Value } from '../../worker/cel/values.ts'
import { DictOf } from '../../worker/cel/dict-of.ts'
import { Double, ListOf, TypeValue, Uint, equal, int } from '../../worker/cel/values.ts'
import type { JsonSchema } from '../../worker/schema/custom/json-schema.ts'
import { compileExpressions } from '../../worker/resources/api-extensions/compiled-expressions.ts'
import { declaredType, withObjectFields } from '../../worker/resources/api-extensions/declared-types.ts'
import { typedValue } from '../../worker/resources/api-extensions/typed-values.ts'
import type { Row } from './tables.ts'
import { readRecording } from '../recordings/archive.ts'

const BUDGET = 1e12

interface SpecRow {
  readonly name: string
  readonly expr: string
  readonly file: string
  readonly section: string
  readonly value?: Row
  readonly evalError?: unknown
  readonly typeEnv?: readonly { readonly name: string; readonly ident?: { readonly type: Row } }[]
  readonly bindings?: Readonly<Record<string, { readonly value: Row }>>
  readonly needsProtoMessages: boolean
  readonly container?: string
  readonly disableCheck?: boolean
}

/** Files about language features that 1.30 lacks. */
const ABSENT: ReadonlySet<string> = new Set(
  (
    'bindings_ext block_ext encoders_ext enums math_ext network_ext plumbing proto2_ext ' +
    'macros2 type_deductions wrappers namespace'
  ).split(' '),
)

/** Expressions that 1.30 refuses at compile time, or evaluates differently. */
const differs = ({ expr, section, file }: SpecRow): boolean =>
  // The elements of lists and maps have one type, and so have the operands of equality (reference/cel.md 1 and 2).
  section.includes('hetero') ||
  section.includes('mixed') ||
  // Later releases added quoted identifiers and these functions.
  expr.includes('`') ||
  /\b(reverse|transformMap|transformList|existsOne|optFlatMap|first|last|unwrapOpt|unwrap)\b/.test(expr) ||
  // Formatting uses the locale en_US and quotes the items of lists (reference/cel.md 7).
  (file === 'string_ext' && section.startsWith('format'))

const rows = (readRecording('tables', 'cel-language') as { cases: SpecRow[] }).cases.filter(
  (row) =>
    !row.needsProtoMessages &&
    row.disableCheck !== true &&
    row.container === undefined &&
    // Escapes that the table contains undecoded.
    !/\\\\u/i.test(JSON.stringify(row.value)) &&
    // Values that are protocol buffer messages.
    !JSON.stringify(row.bindings ?? '').includes('objectValue') &&
    !ABSENT.has(row.file) &&
    row.value !== undefined &&
    !differs(row),
)

function typeOf(type: Row): Type {
  const { primitive, wellKnown, listType, mapType } = type
  const names: Record<string, string> = { INT64: 'int', UINT64: 'uint', BOOL: 'bool', BYTES: 'bytes', STRING: 'string' }
  if (typeof primitive === 'string') return readType(names[primitive] ?? primitive.toLowerCase())
  if (typeof wellKnown === 'string') return readType(wellKnown.toLowerCase())
  const inner = (row: unknown, key: string): Type => typeOf(((row as Row)[key] ?? {}) as Row)
  if (listType !== undefined) return listOf(inner(listType, 'elemType'))
  if (mapType !== undefined) return mapOf(inner(mapType, 'keyType'), inner(mapType, 'valueType'))
  return DYN
}

const DOUBLES: Readonly<Record<string, number>> = { NaN: NaN, Infinity: Infinity, '-Infinity': -Infinity }

function valueOf(row: Row): Value {
  const [[kind, value] = ['', null]] = Object.entries(row)
  switch (kind) {
    case 'int64Value':
      return int(BigInt(String(value)))
    case 'uint64Value':
      return new Uint(BigInt(String(value)))
    case 'doubleValue':
      return new Double(DOUBLES[String(value)] ?? Number(value))
    case 'bytesValue':
      return Uint8Array.from(atob(String(value)), (character) => character.charCodeAt(0))
    case 'typeValue':
      return new TypeValue(String(value))
    case 'listValue':
      return new ListOf((((value as Row)['values'] ?? []) as Row[]).map(valueOf))
    case 'mapValue': {
      const entries = ((value as Row)['entries'] ?? []) as { key: Row; value: Row }[]
      return new DictOf(entries.map((entry): [Value, Value] => [valueOf(entry.key), valueOf(entry.value)]))
    }
    default:
      return value as Value
  }
}

const isNaNValue = (value: Value): boolean => value instanceof Double && Number.isNaN(value.value)

/** The program; undefined when 1.30 refuses the expression at compile time. */
function attempt(row: SpecRow) {
  const variables = new Map((row.typeEnv ?? []).map(({ name, ident }) => [name, typeOf(ident?.type ?? {})]))
  try {
    return compile(row.expr, { variables })
  } catch {
    return undefined
  }
}

describe('the conformance tables of the language', () => {
  const compiled = rows.map((row) => ({ row, program: attempt(row) }))

  it('compiles all expressions except comparisons of types that 1.30 refuses', () => {
    const share = compiled.filter(({ program }) => program !== undefined).length / (rows.length || 1)
    expect(share).toBeGreaterThan(0.85)
  })

  it.each(compiled.flatMap(({ row, program }) => (program === undefined ? [] : [{ ...row, program }])))(
    '$file $section $name: $expr',
    ({ program, bindings = {}, value = {} }) => {
      const activation = Object.fromEntries(
        Object.entries(bindings).map(([name, bound]) => [name, valueOf(bound.value)]),
      )
      const outcome = program.run(activation, BUDGET)
      const wanted = valueOf(value)
      const got = 'value' in outcome ? outcome.value : outcome.error
      expect(got instanceof Error ? got.message : equal(got, wanted) || (isNaNValue(got) && isNaNValue(wanted))).toBe(
        true,
      )
    },
  )
})

interface CostRow {
  readonly func: string
  readonly expr: string
  readonly estimated: { readonly max: number }
  readonly runtime: number
}

const libraries = readRecording('tables', 'cel-libraries') as {
  cost: CostRow[]
  escaping: { escaped?: string; unescaped: string; unescapable?: boolean }[]
}

/**
 * Excludes IP addresses, which a later release added, access checks, which need an authorizer, and constants, which the
 * table does not fold.
 */
const costs = libraries.cost.filter(
  ({ func, expr }) =>
    !/IP|CIDR|Authz|Semver/.test(func) &&
    !/\b(ip|cidr|isIP|isCIDR|authorizer|duration|timestamp|uint|bytes)\b|\[/.test(expr),
)

describe('costs of the libraries', () => {
  it.each(costs.filter(({ runtime }) => typeof runtime === 'number'))('$func $expr', ({ expr, estimated, runtime }) => {
    const program = compile(expr, { variables: new Map() })
    expect({ max: program.maxCost, cost: program.run({}, BUDGET).cost }).toEqual({ max: estimated.max, cost: runtime })
  })
})

describe('names of fields', () => {
  it.each(libraries.escaping.filter(({ unescaped }) => typeof unescaped === 'string'))('$unescaped', (row) => {
    if (row.unescapable === true) expect(escapeField(row.unescaped)).toBeUndefined()
    else if (row.escaped !== undefined) expect(escapeField(row.unescaped)).toBe(row.escaped)
  })
})

interface RuleGroup {
  readonly func: string
  readonly name: string
  readonly schema?: JsonSchema
  readonly obj?: Json
  readonly oldObj?: Json
  readonly valid?: readonly string[]
  readonly errors?: Readonly<Record<string, string>>
  readonly expectCost?: Readonly<Record<string, number>> & { readonly $map?: readonly [string, number][] }
  readonly isRoot?: boolean
}

/**
 * Excludes numbers beyond 2^53, which JSON.parse rounds, values that are Go expressions, and null objects, for which no
 * rule runs.
 */
const isReadable = ({ schema, obj, oldObj }: RuleGroup): boolean => {
  const text = JSON.stringify([schema, obj, oldObj])
  return schema !== undefined && obj !== null && oldObj !== null && !/\$|922337203685477/.test(text)
}

const groupsOf = (file: string, func: string): RuleGroup[] =>
  (readRecording('tables', file) as { cases: RuleGroup[] }).cases.filter(
    (group) => group.func === func && isReadable(group),
  )

function outcomeOf({ schema = {}, obj = null, oldObj, name, ...given }: RuleGroup, rule: string) {
  // The table of costs does not mark the schemas of whole objects.
  const isRoot = given.isRoot ?? name.startsWith('typemeta')
  const declared = declaredType(schema, isRoot)
  if (declared === undefined) throw new Error('the schema has no type')
  const [compiled] = compileExpressions([{ rule }], declared)
  if (compiled?.program === undefined) return { fault: `compile error: ${compiled?.fault}`, maxCost: 0 }
  const own = isRoot ? withObjectFields(schema) : schema
  const read = (value: Json): (() => Value) => {
    try {
      const typed = typedValue(value, own)
      return () => typed
    } catch (error) {
      return () => {
        throw error
      }
    }
  }
  const [self, oldSelf] = [read(obj), oldObj === undefined || oldObj === null ? undefined : read(oldObj)]
  return {
    ...compiled.program.run(
      {
        get self() {
          return self()
        },
        get oldSelf() {
          return oldSelf?.()
        },
      },
      BUDGET,
    ),
    maxCost: compiled.program.maxCost,
  }
}

const ruleRows = groupsOf('cel-rules', 'TestValidationExpressions')
const each = <T>(list: readonly RuleGroup[], of: (group: RuleGroup) => readonly T[]) =>
  list.flatMap((group) => of(group).map((row) => ({ group, name: group.name, row })))

describe('rules of custom resources', () => {
  it.each(each(ruleRows, ({ valid = [] }) => valid))('$name: $row', ({ group, row }) => {
    expect(outcomeOf(group, row)).toMatchObject({ value: true })
  })

  it.each(each(ruleRows, ({ errors = {} }) => Object.entries(errors)))('$name refuses $row.0', ({ group, row }) => {
    expect(refusalOf(outcomeOf(group, row[0]), row[0])).toContain(
      row[1].replace(/ evaluating rule[^]*$/, '').split(' and ')[0],
    )
  })
})

function refusalOf(outcome: ReturnType<typeof outcomeOf>, rule: string): string {
  if (outcome.fault !== undefined) return outcome.fault
  return 'error' in outcome ? outcome.error.message : `failed rule: ${rule}`
}

const costsOf = ({ expectCost = {} }: RuleGroup): readonly (readonly [string, number])[] => {
  const { $map: list, ...plain } = expectCost
  return list ?? Object.entries(plain as Record<string, number>)
}

describe('costs of rules', () => {
  const spent = groupsOf('cel-costs', 'TestCelCostStability')
  it.each(each(spent, costsOf))('$name spends $row', ({ group, row: [rule, cost] }) => {
    expect(outcomeOf(group, rule)).toMatchObject({ cost })
  })

  const estimated = groupsOf('cel-costs', 'TestCelEstimatedCostStability')
  it.each(each(estimated, costsOf))('$name may spend $row', ({ group: { schema = {} }, row: [rule, cost] }) => {
    const declared = declaredType(schema, false)
    const [compiled] = declared === undefined ? [] : compileExpressions([{ rule }], declared)
    expect(compiled?.program?.maxCost).toBe(cost)
  })
})
