import { describe, expect, it } from 'vitest'
import { jsonValue } from '../../cel/json-values.ts'
import { AuthorizerValue } from '../../cel/libraries/authorizer.ts'
import type { JsonObject } from '../../api/json.ts'
import { compilePolicy } from './evaluation.ts'
import { readPolicy } from './policy.ts'

const evaluate = (spec: JsonObject, object: JsonObject) =>
  compilePolicy(readPolicy({ metadata: { name: 'p' }, spec })).evaluate({ object: jsonValue(object), params: null })

describe('a policy', () => {
  it('denies with the value of its message expression', () => {
    const validations = [{ expression: 'object.n < 3', messageExpression: "'n is ' + string(object.n)" }]
    expect(evaluate({ validations }, { n: 1 }).decisions).toEqual([{ is: 'admitted' }])
    expect(evaluate({ validations }, { n: 5 }).decisions).toMatchObject([{ is: 'denied', message: 'n is 5' }])
  })

  it('evaluates variables on demand, and names a failed one', () => {
    const variables = [
      { name: 'bad', expression: 'object.nope' },
      { name: 'uses', expression: 'variables.bad == 1' },
    ]
    const { decisions } = evaluate({ variables, validations: [{ expression: 'variables.uses' }] }, {})
    const why =
      'composited variable "uses" fails to evaluate: composited variable "bad" fails to evaluate: no such key: nope'
    expect(decisions).toMatchObject([{ message: `expression 'variables.uses' resulted in error: ${why}` }])
  })

  it('has an authorizer in validations, and none in their messages', () => {
    const variables = [{ name: 'may', expression: "authorizer.path('/x').check('get').allowed()" }]
    const validations = [
      { expression: '!variables.may', messageExpression: "'may: ' + string(variables.may)", message: 'no authorizer' },
    ]
    const policy = compilePolicy(readPolicy({ metadata: { name: 'p' }, spec: { variables, validations } }))
    const authorizer = new AuthorizerValue(() => ({ allowed: true, reason: '' }))
    expect(policy.evaluate({ authorizer }).decisions).toMatchObject([{ is: 'denied', message: 'no authorizer' }])
  })

  it('skips requests that its conditions exclude, and follows its failure policy after an error', () => {
    const validations = [{ expression: 'false' }]
    const conditions = [{ name: 'a', expression: 'object.n == 1' }]
    expect(evaluate({ validations, matchConditions: conditions }, { n: 2 }).decisions).toEqual([])
    expect(evaluate({ validations, matchConditions: conditions }, {}).decisions).toMatchObject([{ is: 'denied' }])
    const ignoring = { validations, matchConditions: conditions, failurePolicy: 'Ignore' }
    expect(evaluate(ignoring, {}).decisions.filter(({ is }) => is === 'denied')).toEqual([])
  })

  it('publishes annotations, but not empty ones', () => {
    const auditAnnotations = [
      { key: 'n', valueExpression: 'string(object.n)' },
      { key: 'none', valueExpression: "''" },
    ]
    const { annotations } = evaluate({ auditAnnotations }, { n: 1 })
    expect(annotations.map(({ key, value }) => [key, value])).toEqual([
      ['n', '1'],
      ['none', undefined],
    ])
  })
})
