import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { dialects } from '../../dialect/dialect.ts'
import { compileRules } from '../notation/compile-rules.ts'
import { policyRules } from './policy-rules.ts'
import { validatingAdmissionPolicyBindings } from './policy-bindings.ts'

const rules = compileRules(policyRules.rules, dialects.svc.spell)
const matchConstraints = {
  resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['pods'] }],
}
const errors = (spec: JsonObject, old?: JsonObject): string[] => {
  const policy = (given: JsonObject): JsonObject => ({
    metadata: { name: 'p' },
    spec: { matchConstraints, validations: [{ expression: 'true' }], ...given },
  })
  return rules(policy(spec), old && policy(old)).map(({ field, message }) => `${field}: ${message}`)
}

describe('rules of policies', () => {
  it('accept a group and a version, or a version alone, for the kind of parameters', () => {
    const given = (apiVersion: string): string[] => errors({ paramKind: { apiVersion, kind: 'ConfigMap' } })
    expect(given('v1')).toEqual([])
    expect(given('a.b/v1')).toEqual([])
    expect(given('a/')).toEqual(['spec.paramKind.apiVersion: Invalid value: "a/": version must be specified'])
    expect(given('a/b/c')).toEqual([
      'spec.paramKind.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
    ])
  })

  it('accept the name of a request type as a variable of that type', () => {
    const given = (expression: string): string[] => errors({ validations: [{ expression }] })
    expect(given("kubernetes.UserInfo.username == 'x' || kubernetes.Namespace == namespaceObject")).toEqual([])
    expect(given('type(request.kind) == kubernetes.GroupVersionKind')[0]).toContain(
      "applied to '(type(kubernetes.GroupVersionKind), kubernetes.GroupVersionKind)'",
    )
    expect(given('kubernetes.Other')[0]).toContain("undeclared reference to 'kubernetes'")
  })

  it('refuse an audit annotation key that is too long for the audit log', () => {
    const valueExpression = "'x'"
    expect(errors({ auditAnnotations: [{ key: 'a', valueExpression }] })).toEqual([])
    const [spaced] = errors({ auditAnnotations: [{ key: 'a', valueExpression: ' y' }] })
    expect(spaced).toContain("<input>:1:1: undeclared reference to 'y'")
    const [first, second] = errors({ auditAnnotations: [{ key: 'a'.repeat(64), valueExpression }] })
    expect(first).toContain(`Invalid value: "p/${'a'.repeat(64)}": name part must be no more than 63 characters`)
    expect(second).toBeUndefined()
  })

  it('check the type of an expression before its constant parts', () => {
    expect(errors({ validations: [{ expression: "double('x')" }] })).toEqual([
      'spec.validations[0].expression: Invalid value: "double(\'x\')": must evaluate to bool',
    ])
    expect(errors({ validations: [{ expression: "bool('x')" }] })[0]).toContain('program instantiation failed')
  })

  it('refuse messages with line breaks, and accept an expression of several lines without a message', () => {
    expect(errors({ validations: [{ expression: 'true &&\ntrue' }] })).toEqual([])
    expect(errors({ validations: [{ expression: 'true', message: 'a\rb' }] })).toEqual([
      'spec.validations[0].message: Invalid value: "a\\rb": message must not contain line breaks',
    ])
  })

  it('check unchanged conditions again when `paramKind` is removed', () => {
    const matchConditions = [{ name: 'a', expression: 'params.x' }]
    const [fault] = errors({ matchConditions }, { matchConditions, paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } })
    expect(fault).toContain("undeclared reference to 'params'")
  })
})

describe('rules of the status of policies', () => {
  const statusRules = compileRules(policyRules.subresourceRules.status, dialects.svc.spell)
  const faults = (fieldRef: string): string[] => {
    const status = { typeChecking: { expressionWarnings: [{ fieldRef, warning: 'w' }] } }
    return statusRules({ metadata: { name: 'p' }, status }).map(({ message }) => message)
  }

  it.each([
    ['spec.validations[0].expression', []],
    ['  ', ['Required value']],
    [' * ', [`Invalid value: "*": invalid JSONPath: unrecognized character in action: U+002A '*'`]],
    ['spec[', ['Invalid value: "spec[": invalid JSONPath: unterminated array']],
  ])('parse the path %j of a warning', (fieldRef, expected) => {
    expect(faults(fieldRef)).toEqual(expected)
  })
})

describe('columns of policy bindings', () => {
  it('show the source of the parameters', () => {
    const column = validatingAdmissionPolicyBindings.behaviour().columns[1]
    const cell = (paramRef: JsonObject): unknown => column?.cell({ spec: { paramRef } }, 0)
    expect(cell({ name: 'a' })).toBe('*/a')
    expect(cell({ name: 'a', namespace: 'n' })).toBe('n/a')
    expect(cell({ selector: { matchLabels: { a: 'b' } } })).toBe(
      '&LabelSelector{MatchLabels:map[string]string{a: b,},MatchExpressions:[]LabelSelectorRequirement{},}',
    )
  })
})
