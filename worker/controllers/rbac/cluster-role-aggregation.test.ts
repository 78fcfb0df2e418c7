import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Json } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import type { TestCluster } from '../../verbs/verbs-fixture.ts'
import { testCluster } from '../../verbs/verbs-fixture.ts'
import { clusterRoleAggregation } from './cluster-role-aggregation.ts'
import { controllerContext } from '../controller-fixture.ts'
import type { Controller } from '../controller.ts'

const RESOURCE = 'rbac.authorization.k8s.io/clusterroles'
let cluster: TestCluster
let controller: Controller
const reported: unknown[] = []

beforeEach(async () => {
  cluster = await testCluster()
  const report = (error: unknown): void => void reported.push(error)
  controller = clusterRoleAggregation(controllerContext(cluster, report))
})

afterEach(() => {
  controller.stop()
  expect(reported.splice(0)).toEqual([])
})

const rule = (resource: string) => ({ verbs: ['get'], apiGroups: [''], resources: [resource] })
const role = (name: string, labels: Record<string, string>, ...resources: string[]): ApiObject => ({
  metadata: { name, labels },
  rules: resources.map(rule),
})
const gathering = (name: string, labels: Record<string, string>, wanted: string): ApiObject => ({
  metadata: { name, labels },
  aggregationRule: { clusterRoleSelectors: [{ matchLabels: { to: wanted } }] },
})
const rulesOf = (name: string): Json | undefined =>
  cluster.store.get({ resource: RESOURCE, namespace: '', name })?.object['rules']

it('aggregates rules over several roles, each rule once', async () => {
  await cluster.create(RESOURCE, gathering('all', {}, 'all'), '')
  await cluster.create(RESOURCE, gathering('some', { to: 'all' }, 'some'), '')
  await cluster.create(RESOURCE, role('b', { to: 'some' }, 'pods', 'secrets'), '')
  await cluster.create(RESOURCE, role('a', { to: 'some' }, 'nodes', 'pods'), '')
  await controller.start()
  expect(rulesOf('some')).toEqual([rule('nodes'), rule('pods'), rule('secrets')])
  expect(rulesOf('all')).toEqual(rulesOf('some'))
})

it('updates the rules when an aggregated role is created or deleted', async () => {
  await cluster.create(RESOURCE, gathering('all', {}, 'all'), '')
  await controller.start()
  await cluster.create(RESOURCE, role('a', { to: 'all' }, 'nodes'), '')
  await expect.poll(() => rulesOf('all')).toEqual([rule('nodes')])
  const { metadata } = cluster.store.get({ resource: RESOURCE, namespace: '', name: 'all' })?.object ?? {}
  expect(metadata?.managedFields?.map(({ manager, operation }) => [manager, operation])).toContainEqual([
    'clusterrole-aggregation-controller',
    'Apply',
  ])
  await cluster.verbs.delete(cluster.target(RESOURCE, 'a'), cluster.caller, {
    dryRun: false,
    gracePeriodSeconds: undefined,
    propagationPolicy: undefined,
    preconditions: {},
    raw: {},
  })
  await expect.poll(() => rulesOf('all')).toBeNull()
})

it('keeps the rules of a role with an aggregation rule until the selectors match a role, and then replaces them', async () => {
  await cluster.create(RESOURCE, { ...gathering('all', {}, 'all'), rules: [rule('secrets')] }, '')
  await controller.start()
  await cluster.create(RESOURCE, role('other', { to: 'none' }, 'nodes'), '')
  expect(rulesOf('all')).toEqual([rule('secrets')])
  await cluster.create(RESOURCE, role('a', { to: 'all' }, 'nodes'), '')
  await expect.poll(() => rulesOf('all')).toEqual([rule('nodes')])
})
