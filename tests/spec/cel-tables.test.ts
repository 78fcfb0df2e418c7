import { describe, expect, it } from 'vitest'
import { compile } from '../../worker/cel/cel.ts'
import type { Value } from '../../worker/cel/values.ts'
import { escapeField, unescapeField } from '../../worker/cel/field-names.ts'
import type { Json } from '../../worker/api/json.ts'
import type { JsonSchema } from '../../worker/schema/custom/json-schema.ts'
import { compileExpressions } from '../../worker/resources/api-extensions/compiled-expressions.ts'
import { declaredType, withObjectFields } from '../../worker/resources/api-extensions/declared-types.ts'
import { typedValue } from '../../worker/resources/api-extensions/typed-values.ts'
import { readRecording } from '../recordings/archive.ts'

const BUDGET = 1e12

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
 * The rows that can be compared. Omitted are rows with IP addresses, which a later release added, with access checks, which need
 * an authorizer, and with constants, which the table does not fold.
 */
const costs = libraries.cost.filter(
  ({ func, expr }) =>
    !/IP|CIDR|Authz|Semver/.test(func) &&
    !/\b(ip|cidr|isIP|isCIDR|authorizer|duration|timestamp|uint|bytes)\b|\[/.test(expr),
)

describe('costs of the libraries', () => {
  it.each(costs.filter(({ runtime }) => typeof runtime === 'number'))(
    '$expr has the cost of $func',
    ({ expr, estimated, runtime }) => {
      const program = compile(expr, { variables: new Map() })
      expect({ max: program.maxCost, cost: program.run({}, BUDGET).cost }).toEqual({
        max: estimated.max,
        cost: runtime,
      })
    },
  )
})

describe('names of fields in expressions', () => {
  it.each(libraries.escaping.filter(({ unescapable }) => unescapable === true))(
    'refuses $unescaped',
    ({ unescaped }) => {
      expect(escapeField(unescaped)).toBeUndefined()
    },
  )

  // Omitted: rows of a test of the real server's regular expression, which have no escaped form.
  const escaped = libraries.escaping.flatMap(({ unescaped, escaped: form }) =>
    form === undefined ? [] : [{ unescaped, form }],
  )
  it.each(escaped)('escapes $unescaped as $form, and reads it back', ({ unescaped, form }) => {
    expect(escapeField(unescaped)).toBe(form)
    expect(unescapeField(form)).toBe(unescaped)
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
 * Whether the rows of a group can be played. A group cannot when it has numbers beyond 2^53, which JSON.parse rounds, values that
 * are Go expressions, or a null object, for which no rule runs.
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
  it.each(each(ruleRows, ({ valid = [] }) => valid))('$name accepts $row', ({ group, row }) => {
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
