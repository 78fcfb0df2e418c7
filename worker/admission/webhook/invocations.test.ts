import { describe, expect, it } from 'vitest'
import { dialects } from '../../dialect/dialect.ts'
import { buildCatalog } from '../../resources/catalog.ts'
import type { AdmissionScope } from '../admission.ts'
import { readHooks } from './hooks.ts'
import { invocationsOf } from './invocations.ts'
import { configuration } from './webhook-fixture.ts'

const catalog = buildCatalog({ dialect: dialects.k8s })

const scope = (
  resource: string,
  subresource = '',
  [group, version]: readonly [string, string] = ['', 'v1'],
): AdmissionScope => ({
  operation: 'CREATE',
  resource: { group, version, resource },
  subresource,
  kind: { group, version, kind: 'Any' },
})

function matched(rule: Record<string, string[] | string>, of: AdmissionScope, matchPolicy = 'Exact') {
  const all = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], scope: '*' }
  const hooks = readHooks([configuration('c', { path: 'a', matchPolicy, rules: [{ ...all, ...rule }] })])
  return invocationsOf(hooks, of, catalog)
}

describe('rules', () => {
  it.each([
    [['pods'], scope('pods'), 1],
    [['pods'], scope('pods', 'status'), 0],
    [['pods/*'], scope('pods'), 1],
    [['*'], scope('pods', 'status'), 0],
    [['*/*'], scope('pods', 'status'), 1],
    [['*/status'], scope('pods', 'status'), 1],
    [['*/status'], scope('pods'), 0],
  ])('%o match %o: %i', (resources, of, count) => {
    expect(matched({ resources }, of)).toHaveLength(count)
  })

  it('treat namespaces as cluster-scoped', () => {
    expect(matched({ scope: 'Cluster' }, scope('namespaces'))).toHaveLength(1)
    expect(matched({ scope: 'Namespaced' }, scope('namespaces'))).toHaveLength(0)
    expect(matched({ scope: 'Namespaced' }, scope('pods'))).toHaveLength(1)
  })

  it('match other versions of the same objects only with matchPolicy Equivalent', () => {
    const autoscalers = scope('horizontalpodautoscalers', '', ['autoscaling', 'v2'])
    const rule = { apiGroups: ['autoscaling'], apiVersions: ['v1'], resources: ['horizontalpodautoscalers'] }
    expect(matched(rule, autoscalers)).toHaveLength(0)
    const [invocation] = matched(rule, autoscalers, 'Equivalent')
    expect(invocation?.kind).toEqual({ group: 'autoscaling', version: 'v1', kind: 'HorizontalPodAutoscaler' })
  })

  it('match another group that serves the same objects', () => {
    const events = scope('events', '', ['events.k8s.io', 'v1'])
    const [invocation] = matched({ apiGroups: [''], resources: ['events'] }, events, 'Equivalent')
    expect(invocation?.resource).toEqual({ group: '', version: 'v1', resource: 'events' })
  })
})
