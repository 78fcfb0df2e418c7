import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { errorsOf } from '../rules/rules-fixture.ts'
import { namedOperationRule, operationRule } from './operation-rules.ts'

const rule = (parts: JsonObject): JsonObject => ({
  operations: ['CREATE'],
  apiGroups: ['apps'],
  apiVersions: ['v1'],
  resources: ['deployments'],
  scope: '*',
  ...parts,
})
const errors = (parts: JsonObject): string[] => errorsOf(operationRule, rule(parts))

describe('operation rules', () => {
  it('accept a wildcard in every list', () => {
    expect(errors({ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] })).toEqual([])
  })

  it('refuse unknown operations, unknown scopes, empty lists and empty items', () => {
    expect(errors({ operations: ['READ'], scope: 'Galaxy' })).toEqual([
      'x.operations[0]: Unsupported value: "READ": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"',
      'x.scope: Unsupported value: "Galaxy": supported values: "*", "Cluster", "Namespaced"',
    ])
    expect(errors({ operations: [], apiVersions: [''], resources: [''] })).toEqual([
      'x.operations: Required value',
      'x.apiVersions[0]: Required value',
      'x.resources[0]: Required value',
    ])
  })

  it('refuse a wildcard together with other items', () => {
    expect(errors({ apiGroups: ['*', 'apps'] })).toEqual([
      'x.apiGroups: Invalid value: []string{"*", "apps"}: if \'*\' is present, must not specify other API groups',
    ])
    expect(errors({ resources: ['pods/*', 'pods/status'] })).toEqual([
      'x.resources[1]: Invalid value: "pods/status": if \'pods/*\' is present, must not specify pods/status',
    ])
    expect(errors({ resources: ['*', 'pods'] })).toEqual([
      'x.resources: Invalid value: []string{"*", "pods"}: if \'*\' is present, must not specify other resources without subresources',
    ])
  })

  it('refuse repeated resource names and names with a slash in the rules of a policy', () => {
    expect(errorsOf(namedOperationRule, rule({ resourceNames: ['a', 'b/c', 'a'] }))).toEqual([
      'x.resourceNames[1]: Invalid value: "b/c": may not contain \'/\'',
      'x.resourceNames[2]: Duplicate value: "a"',
    ])
  })
})
