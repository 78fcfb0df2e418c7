import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../schema/custom/json-schema.ts'
import { ExpressionRules } from './expression-costs.ts'

const RULES = [
  { rule: 'self.a', messageExpression: 'string(self.n)' },
  { rule: 'self.a', messageExpression: "'x' + string(self.n)" },
  { rule: 'self.a', messageExpression: "'x' + string(1 / self.n)" },
]
const SCHEMA: JsonSchema = {
  type: 'object',
  properties: { a: { type: 'boolean' }, n: { type: 'integer' } },
  'x-kubernetes-validations': RULES,
}

describe('the costs of rules', () => {
  it('are compared exactly, even beyond the integers of a double', () => {
    const rules = new ExpressionRules()
    rules.add(SCHEMA, 'root', { cardinality: 1, isRoot: false, uncorrelatable: undefined })
    expect(rules.ofDocument('root').map(({ field }) => field)).toEqual([
      'root.x-kubernetes-validations[2].messageExpression',
      'root.x-kubernetes-validations[1].messageExpression',
      'root',
    ])
  })
})
