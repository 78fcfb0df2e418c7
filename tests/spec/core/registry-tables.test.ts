import { describe, expect, it } from 'vitest'
import { parseFieldSelector } from '../../../worker/api/selector.ts'
import { reconciled } from '../../../worker/authorization/rbac/reconciliation.ts'
import { pathCovers, rulesAllow } from '../../../worker/authorization/rbac/policy-rules.ts'
import { missingRules } from '../../../worker/authorization/rbac/rule-coverage.ts'
import { evaluatedRow } from './evaluated-row.ts'
import type { GoValue } from './go-literals.ts'
import { kindOf, objectOf, selectable } from './kind-rules.ts'
import { goTables, rowsIn } from './rows.ts'

describe('the registry tests of the real server', () => {
  /**
   * The groups whose name is not the name of their folder:
   * `pkg/registry/apps/daemonset/storage/storage_test.go` is about `apps/daemonsets`, and the folder `networking` about `networking.k8s.io`.
   */
  const GROUPS: Readonly<Record<string, string>> = {
    networking: 'networking.k8s.io',
    scheduling: 'scheduling.k8s.io',
    storage: 'storage.k8s.io',
  }
  const PLURALS: Readonly<Record<string, string>> = {
    ingress: 'ingresses',
    networkpolicy: 'networkpolicies',
    priorityclass: 'priorityclasses',
    storageclass: 'storageclasses',
    endpoint: 'endpoints',
  }
  const storageOf = (path: string): string => {
    const [, group = '', kind = ''] = /registry\/(\w+)\/(\w+)\//.exec(path) ?? []
    const plural = PLURALS[kind] ?? `${kind}s`
    return group === 'core' ? plural : `${GROUPS[group] ?? group}/${plural}`
  }
  const named = goTables.filter(({ func }) => func === 'TestShortNames' || func === 'TestCategories')
  it.each(named.map(({ path, func, cases }) => ({ storage: storageOf(path), func, cases })))(
    '$func of $storage',
    ({ storage, func, cases }) => {
      const { shortNames, categories } = kindOf(storage)
      expect(func === 'TestShortNames' ? shortNames : categories).toEqual(cases)
    },
  )

  it.each(rowsIn('registry/core/pod/strategy_test', 'TestMatchPod', 'testCases'))('TestMatchPod: $name', ({ row }) => {
    const { in: pod = null, fieldSelector = '', expectMatch } = evaluatedRow(row)
    const fields = selectable('pods', pod)
    const terms = parseFieldSelector(String(fieldSelector))
    const isMatch = terms.every(({ label, value, negated }) => (fields[label] === value) !== negated)
    expect(isMatch).toBe(expectMatch)
  })
})

const strings = (value: GoValue | undefined): readonly string[] => (Array.isArray(value) ? value.map(String) : [])
const nothing = { verbs: [], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] }

describe('the role tests of the real server', () => {
  it.each(rowsIn('registry/rbac', 'TestNonResourceURLCovers', 'tests'))(
    'TestNonResourceURLCovers: $name',
    ({ row }) => {
      const { owner = '', requested = '', want } = evaluatedRow(row)
      const rule = (path: GoValue) => ({ ...nothing, verbs: ['get'], nonResourceURLs: [String(path)] })
      expect(missingRules([rule(owner)], [rule(requested)]).length === 0).toBe(want)
      expect(pathCovers(String(owner), String(requested))).toBe(want)
    },
  )

  it.each(rowsIn('apis/rbac/helpers', 'TestResourceMatches', 'tests'))('TestResourceMatches: $name', ({ row }) => {
    const { ruleResources, combinedRequestedResource = '', requestedSubresource = '', expected } = evaluatedRow(row)
    const subresource = String(requestedSubresource)
    const combined = String(combinedRequestedResource)
    const resource = subresource === '' ? combined : combined.slice(0, -subresource.length - 1)
    const rule = { ...nothing, verbs: ['*'], apiGroups: ['*'], resources: strings(ruleResources) }
    const user = { username: '', uid: '', groups: [], extra: {} }
    const where = { group: '', version: 'v1', namespace: '', name: '', path: '' }
    const attributes = { user, verb: 'get', resourceRequest: true, resource, subresource, ...where }
    expect(rulesAllow([rule], attributes)).toBe(expected)
  })

  const reconciliations = [
    ['TestComputeReconciledRoleRules', 'rbac.authorization.k8s.io/clusterroles', 'Role', 'expectedReconciledRole'],
    [
      'TestComputeReconciledRoleAggregationRules',
      'rbac.authorization.k8s.io/clusterroles',
      'Role',
      'expectedReconciledRole',
    ],
    ['TestComputeUpdate', 'rbac.authorization.k8s.io/clusterrolebindings', 'Binding', 'ExpectedUpdatedBinding'],
  ] as const
  describe.each(reconciliations)('%s', (func, storage, kind, result) => {
    // Omitted: the removal of additions, which the server never does.
    const rows = rowsIn('registry/rbac/reconciliation', func, 'tests').filter(({ row, name }) => {
      const { removeExtraPermissions, RemoveExtraSubjects } = row as Readonly<Record<string, unknown>>
      return removeExtraPermissions !== true && RemoveExtraSubjects !== true && !OMITTED.has(name)
    })
    it.each(rows)('$name', ({ row }) => {
      const fields = evaluatedRow(row, { func })
      const member = (name: string): GoValue =>
        fields[name] ?? fields[name.charAt(0).toUpperCase() + name.slice(1)] ?? null
      const [live, wanted] = [objectOf(storage, member(`actual${kind}`)), objectOf(storage, member(`expected${kind}`))]
      // Objects of the server always have both.
      live.metadata = {
        ...live.metadata,
        labels: live.metadata?.labels ?? {},
        annotations: live.metadata?.annotations ?? {},
      }
      const expected = member(result)
      const found = reconciled(live, wanted)
      if (expected === null) return expect(found).toBeUndefined()
      const { metadata, ...rest } = objectOf(storage, expected)
      expect(found ?? live).toMatchObject(rest)
      expect((found ?? live).metadata?.labels ?? {}).toEqual(metadata?.labels ?? {})
      expect((found ?? live).metadata?.annotations ?? {}).toEqual(metadata?.annotations ?? {})
    })
  })
})

const OMITTED: ReadonlySet<string> = new Set([
  // Known difference: a recreated binding with another role is kept.
  'different roleref with identical subjects',
  // Computed by Go code.
  'unexpected aggregation with differing permissions',
])
