import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ServerCluster } from '../../cluster/server-cluster.fixture.ts'
import { serverCluster } from '../../cluster/server-cluster.fixture.ts'
import { replayRequests } from './replayed-requests.ts'
import { tryPolicies } from './policy-trial.ts'

let cluster: ServerCluster
beforeAll(async () => {
  cluster = await serverCluster('k8s')
})
afterAll(() => cluster.close())

const map = (name: string, colour: string): string =>
  `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}, namespace: default}, data: {colour: ${colour}}}`

const POLICY = `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: colours }
spec:
  paramKind: { apiVersion: v1, kind: ConfigMap }
  matchConstraints:
    resourceRules: [{ apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [configmaps] }]
  auditAnnotations: [{ key: colour, valueExpression: string(object.data.colour) }]
  validations: [{ expression: 'object.data.colour in params.data.allowed.split(",")', message: not this colour }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: colours }
spec:
  policyName: colours
  validationActions: [Deny]
  paramRef: { name: colours, namespace: default, parameterNotFoundAction: Allow }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: colours, namespace: default }
data: { colour: red, allowed: 'red,blue' }
`

it('tries a matrix of requests, replays past requests, and stores none of them', async () => {
  const create = (name: string, colour: string) =>
    cluster.handle.fetch('/api/v1/namespaces/default/configmaps', {
      method: 'POST',
      headers: { 'Content-Type': 'application/yaml', 'User-Agent': 'kubectl' },
      body: map(name, colour),
    })
  await create('old', 'green')
  const row = { user: '', groups: '', operation: 'CREATE' }
  const { faults, verdicts } = await tryPolicies(cluster.handle, POLICY, [
    { ...row, object: map('one', 'red') },
    { ...row, object: map('two', 'green') },
  ])
  expect(faults).toEqual([])
  expect(verdicts.map(({ code, message }) => [code, message])).toMatchObject([
    [201, ''],
    [422, expect.stringContaining('denied request: not this colour') as string],
  ])
  expect(verdicts[1]?.expressions[0]?.evaluated).toMatchObject({ value: 'false' })
  const { refused } = await replayRequests(cluster.handle, new AbortController().signal)
  expect(refused.map(({ method }) => method)).toEqual(['POST'])
  expect((await cluster.handle.fetch('/api/v1/namespaces/default/configmaps/one')).status).toBe(404)
})

const DEFINED = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: limits.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: limits, kind: Limit }
  versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object, properties: { most: { type: integer } } } } }]
---
apiVersion: example.com/v1
kind: Limit
metadata: { name: small }
most: 3
`

it('applies a manifest with a definition and an object of the defined kind, and tries objects of that kind', async () => {
  const object = '{apiVersion: example.com/v1, kind: Limit, metadata: {name: other}, most: 4}'
  const { faults, verdicts } = await tryPolicies(cluster.handle, DEFINED, [
    { user: '', groups: '', operation: 'CREATE', object },
  ])
  expect([faults, verdicts.map(({ code }) => code)]).toEqual([[], [201]])
})
