import { expect, it } from 'vitest'
import type { Json, JsonObject } from '../../api/json.ts'
import { dialects } from '../../dialect/dialect.ts'
import { buildCatalog } from '../../resources/catalog.ts'
import { checkTypes } from './type-checking.ts'

const catalog = buildCatalog({ dialect: dialects.k8s })

const rule = (apiGroups: string[], resources: string[], apiVersions = ['v1']): Json => ({
  apiGroups,
  apiVersions,
  resources,
  operations: ['CREATE'],
})

const DEPLOYMENTS = rule(['apps'], ['deployments'])

/** The faults of one expression, without the source excerpt. */
function faults(expression: string, resourceRules: Json[] = [DEPLOYMENTS], spec: JsonObject = {}): string[] {
  const policy = { spec: { matchConstraints: { resourceRules }, validations: [{ expression }], ...spec } }
  return checkTypes(policy, catalog, 7).flatMap(({ warning }) =>
    warning.split('\n').filter((line) => line.includes('ERROR')),
  )
}

it('shows where an expression does not fit the schema of a kind', () => {
  const expression = 'object.spec.replicas == "x"'
  const messageExpression = 'string(oldObject.nope)'
  const validations = [{ expression: 'true' }, { expression, messageExpression }]
  const policy = { spec: { matchConstraints: { resourceRules: [DEPLOYMENTS] }, validations } }
  expect(checkTypes(policy, catalog, 0)).toEqual([
    {
      fieldRef: 'spec.validations[1].expression',
      warning: `apps/v1, Kind=Deployment: ERROR: <input>:1:22: found no matching overload for '_==_' applied to '(int, string)'\n | ${expression}\n | .....................^\n`,
    },
    {
      fieldRef: 'spec.validations[1].messageExpression',
      warning: `apps/v1, Kind=Deployment: ERROR: <input>:1:17: undefined field 'nope'\n | ${messageExpression}\n | ................^\n`,
    },
  ])
})

it('joins the faults of several kinds, sorted by group, version and kind', () => {
  const rules = [rule(['apps', ''], ['replicasets', 'pods', 'daemonsets'])]
  const policy = {
    spec: { matchConstraints: { resourceRules: rules }, validations: [{ expression: 'object.spec.replicas > 1' }] },
  }
  const picture = "ERROR: <input>:1:12: undefined field 'replicas'\n | object.spec.replicas > 1\n | ...........^\n"
  expect(checkTypes(policy, catalog, 0)[0]?.warning).toBe(
    `/v1, Kind=Pod: ${picture}\napps/v1, Kind=DaemonSet: ${picture}`,
  )
})

it('ignores wildcards, subresources and unserved kinds', () => {
  expect(faults('object.nope', [rule(['*'], ['deployments'])])).toEqual([])
  expect(faults('object.nope', [rule(['apps'], ['deployments'], ['*'])])).toEqual([])
  expect(faults('object.nope', [rule(['apps'], ['deployments/scale', '*', 'pods/*'])])).toEqual([])
  expect(faults('object.nope', [rule(['a.b'], ['things'])])).toEqual([])
  expect(faults('object.nope', [rule(['apps'], ['things', 'deployments'])])).toHaveLength(1)
})

it('finds a kind by its singular name in upper or lower case, and searches all groups when the group is empty', () => {
  expect(faults('object.nope', [rule(['apps'], ['Deployment'])])).toHaveLength(1)
  expect(faults('object.nope', [rule([''], ['events'])])).toEqual([
    "/v1, Kind=Event: ERROR: <input>:1:7: undefined field 'nope'",
    "events.k8s.io/v1, Kind=Event: ERROR: <input>:1:7: undefined field 'nope'",
  ])
})

it('checks at most ten kinds of a rule', () => {
  const many = 'bindings configmaps endpoints events limitranges namespaces nodes pods secrets services podtemplates'
  expect(faults('object.nope', [rule([''], many.split(' '))])).toHaveLength(10)
})

it('leaves out fields that hold quantities, declares an int-or-string as dynamic, and compares a time with a timestamp', () => {
  const pods = [rule([''], ['pods'])]
  expect(faults('object.spec.containers[0].resources.limits.size() > 0', pods)).toEqual([
    "/v1, Kind=Pod: ERROR: <input>:1:36: undefined field 'limits'",
  ])
  expect(faults('object.spec.strategy.rollingUpdate.maxSurge == 1')).toEqual([])
  expect(faults('object.metadata.creationTimestamp > timestamp("2024-01-01T00:00:00Z")')).toEqual([])
})

it('distinguishes the types of different fields', () => {
  const [fault = ''] = faults('object.spec.template.spec == object.spec')
  expect(fault).toContain("applied to '(Deployment7.spec.template.spec, Deployment7.spec)'")
  expect(faults('object.spec == oldObject.spec')).toEqual([])
})

it('infers the types of variables; a variable with a fault is dynamic, and so are objects in the value of a variable', () => {
  const variables = [
    { name: 'bad', expression: 'object.nope' },
    { name: 'count', expression: 'object.spec.replicas' },
    { name: 'again', expression: 'variables.count' },
    { name: 'all', expression: 'object.spec.template.spec.containers' },
  ]
  const of = (expression: string) => faults(expression, [DEPLOYMENTS], { variables })
  expect(of('variables.bad == 1')).toEqual([])
  expect(of('variables.again == "x"')).toHaveLength(1)
  expect(of('variables.all.all(c, c.nope == 1)')).toEqual([])
  expect(of('variables.all == 1')).toHaveLength(1)
})

it('declares params of a served kind only', () => {
  const of = (expression: string, apiVersion: string) =>
    faults(expression, [DEPLOYMENTS], { paramKind: { apiVersion, kind: 'ConfigMap' } })
  expect(of('params.data.a == "x"', 'v1')).toEqual([])
  expect(of('params.spec == 1', 'v1')).toEqual(["apps/v1, Kind=Deployment: ERROR: <input>:1:7: undefined field 'spec'"])
  expect(of('params.data.a == "x"', 'a.b/v1')).toEqual([
    "apps/v1, Kind=Deployment: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')",
  ])
})

it('declares request, namespaceObject and authorizer', () => {
  expect(faults('request.userInfo.nope == 1')).toEqual([
    "apps/v1, Kind=Deployment: ERROR: <input>:1:17: undefined field 'nope'",
  ])
  expect(faults('namespaceObject.metadata.name == "a"')).toEqual([])
  expect(faults("authorizer.group('apps').resource('deployments').check('get').allowed()")).toEqual([])
  expect(faults("authorizer.requestResource.check('get').allowed()")).toEqual([
    "apps/v1, Kind=Deployment: ERROR: <input>:1:11: unexpected failed resolution of 'kubernetes.authorization.Authorizer'",
  ])
})
