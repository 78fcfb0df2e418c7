import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../api/json.ts'
import { dialects } from '../../dialect/dialect.ts'
import { compileRules } from '../notation/compile-rules.ts'
import type { Rule } from '../notation/rule.ts'
import { statusRules } from './conditions.ts'
import { flowSchemas } from './flow-schemas.ts'
import { priorityLevels } from './priority-levels.ts'

const errors = (rules: readonly Rule[], object: JsonObject): string[] =>
  compileRules(rules, dialects.svc.spell)(object).map(({ field, message }) => `${field}: ${message}`)

describe('rules of flow control', () => {
  it('accept other shares of the exempt level, but no other type', () => {
    const level = (spec: JsonObject): string[] =>
      errors(priorityLevels.rules, { metadata: { name: 'exempt' }, spec }).map((text) => text.replace(/\{.*\}/, '{…}'))
    expect(level({ type: 'Exempt', exempt: { nominalConcurrencyShares: 5 } })).toEqual([])
    expect(level({ type: 'Limited', limited: { limitResponse: { type: 'Reject' } } }).at(-1)).toBe(
      "spec: Invalid value: flowcontrol.PriorityLevelConfigurationSpec{…}: spec of 'exempt' except the 'spec.exempt' field must equal the fixed value",
    )
  })

  it('check the part that belongs to the type, and only forbid the other part', () => {
    const limited = { nominalConcurrencyShares: 5, limitResponse: { type: 'x' } }
    const spec = { type: 'Limited', exempt: { lendablePercent: 500 }, limited }
    expect(errors(priorityLevels.rules, { metadata: { name: 'a' }, spec })).toEqual([
      'spec.exempt: Forbidden: must be nil if the type is Limited',
      'spec.limited.limitResponse.type: Unsupported value: "x": supported values: "Queue", "Reject"',
    ])
  })

  it('show the whole distinguisher method in the error about its type', () => {
    const spec = {
      priorityLevelConfiguration: { name: 'p' },
      matchingPrecedence: 5,
      distinguisherMethod: { type: 'X' },
    }
    expect(errors(flowSchemas.rules, { metadata: { name: 'a' }, spec })).toEqual([
      'spec.distinguisherMethod.type: Unsupported value: flowcontrol.FlowDistinguisherMethod{Type:"X"}: supported values: "ByNamespace", "ByUser"',
    ])
  })

  it('require conditions of different types', () => {
    const status = (conditions: Json): string[] => errors(statusRules, { status: { conditions } })
    expect(status([{ type: 'A' }, { type: 'A' }, {}])).toEqual([
      'status.conditions[1].type: Duplicate value: "A"',
      'status.conditions[2].type: Required value: must not be empty',
    ])
  })
})
