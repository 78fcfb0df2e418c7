import { describe, expect, it } from 'vitest'
import { evaluators } from '../../../worker/admission/quota/evaluators.ts'
import type { JsonObject } from '../../../worker/api/json.ts'
import { compareQuantities, parseQuantity } from '../../../worker/api/quantity.ts'
import { BindingIndex } from '../../../worker/authorization/rbac/role-bindings.ts'
import { virtualClock } from '../../../worker/clock/virtual-clock.ts'
import { dialects } from '../../../worker/dialect/dialect.ts'
import { readDeleteOptions } from '../../../worker/verbs/delete-options.ts'
import { testCluster } from '../../../worker/verbs/verbs-fixture.ts'
import { evaluatedRow } from './evaluated-row.ts'
import type { GoValue } from './go-literals.ts'
import { GoStruct, isGoMap } from './go-literals.ts'
import { objectOf } from './kind-rules.ts'
import { rowsIn } from './rows.ts'

const strings = (value: GoValue | undefined): string[] => (Array.isArray(value) ? value.map(String) : [])

describe('the quota usage of objects', () => {
  const evaluator = evaluators(dialects.k8s, virtualClock())
  const tables = [
    ['TestPodEvaluatorUsage', 'pods', 'pod'],
    ['TestServiceEvaluatorUsage', 'services', 'service'],
    ['TestPersistentVolumeClaimEvaluatorUsage', 'persistentvolumeclaims', 'pvc'],
  ] as const
  describe.each(tables)('%s', (func, storage, key) => {
    // Omitted: rows about expired grace periods, whose times Go code computes.
    const rows = rowsIn('quota/v1/evaluator', func, 'testCases').filter(({ name }) => !name.includes('timestamp'))
    it.each(rows)('$name', ({ row }) => {
      const { [key]: object = null, usage } = evaluatedRow(row)
      const used = evaluator(storage).usage(objectOf(storage, object))
      const wanted = usage !== undefined && isGoMap(usage) ? usage : {}
      expect([...used.keys()].sort()).toEqual(Object.keys(wanted).sort())
      for (const [name, amount] of Object.entries(wanted)) {
        const own = used.get(name)
        expect(own !== undefined && compareQuantities(own, parseQuantity(String(amount))), name).toBe(0)
      }
    })
  })
})

describe('the subjects of a binding', () => {
  it.each(rowsIn('registry/rbac/validation/rule_test', 'TestAppliesTo', 'tests'))('TestAppliesTo $name', ({ row }) => {
    const { subjects = null, user, namespace = '', appliesTo } = evaluatedRow(row)
    const index = new BindingIndex()
    const place = String(namespace)
    const binding = new GoStruct('rbac.RoleBinding', { Subjects: subjects })
    const key = { resource: 'rolebindings', namespace: place, name: 'b' }
    index.put(key, objectOf('rbac.authorization.k8s.io/rolebindings', binding))
    const fields = user instanceof GoStruct ? user.fields : {}
    const who = { username: String(fields['Name'] ?? ''), uid: '', groups: strings(fields['Groups']), extra: {} }
    expect(index.some(who, place, () => true)).toBe(appliesTo)
  })
})

describe('the finalizers after a delete', () => {
  const rows = rowsIn('registry/core/namespace/storage', 'TestDeleteWithGCFinalizers', 'tests')
  it.each(rows)('TestDeleteWithGCFinalizers $name', async ({ row }) => {
    const { deleteOptions, existingFinalizers, remainingFinalizers } = evaluatedRow(row)
    const { create, verbs, target, caller } = await testCluster()
    const finalizers = [...strings(existingFinalizers), 'example.com/kept']
    await create('configmaps', { metadata: { name: 'x', finalizers } })
    const fields = deleteOptions instanceof GoStruct ? deleteOptions.fields : {}
    const raw: JsonObject = {}
    if (typeof fields['PropagationPolicy'] === 'string') raw['propagationPolicy'] = fields['PropagationPolicy']
    if (typeof fields['OrphanDependents'] === 'boolean') raw['orphanDependents'] = fields['OrphanDependents']
    await verbs.delete(target('configmaps', 'x'), caller, readDeleteOptions(raw, dialects.k8s))
    const { object } = await verbs.get(target('configmaps', 'x'), caller, { resourceVersion: '' })
    const left = object.metadata?.finalizers ?? []
    const wanted =
      remainingFinalizers !== undefined && isGoMap(remainingFinalizers) ? Object.keys(remainingFinalizers) : []
    expect(left.filter((name) => name !== 'example.com/kept').sort()).toEqual(wanted.sort())
  })
})
