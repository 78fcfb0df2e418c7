import { expect, it, vi } from 'vitest'
import { plain } from '../../verbs/verbs-fixture.ts'
import { managed } from '../controller-fixture.ts'
import { policyStatus } from './policy-status.ts'

const POLICIES = 'admissionregistration.k8s.io/validatingadmissionpolicies'

it('reports the type faults of each generation', async () => {
  const { create, read, verbs, target, caller, report } = await managed([policyStatus])
  const resourceRules = [
    { apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['deployments'] },
  ]
  const spec = (expression: string) => ({ matchConstraints: { resourceRules }, validations: [{ expression }] })
  const policy = await create(POLICIES, { metadata: { name: 'p' }, spec: spec('object.spec.nope == 1') }, '')
  const status = (name: string) => read(POLICIES, name, '')?.['status']
  // The first policy loads the checker.
  await vi.waitFor(() =>
    expect(status('p')).toMatchObject({
      observedGeneration: 1,
      typeChecking: { expressionWarnings: [{ fieldRef: 'spec.validations[0].expression' }] },
    }),
  )
  const managers = read(POLICIES, 'p', '')?.metadata?.managedFields ?? []
  expect(managers.map(({ manager, operation, subresource }) => [manager, operation, subresource])).toContainEqual([
    'validatingadmissionpolicy-status',
    'Apply',
    'status',
  ])
  const { metadata } = read(POLICIES, 'p', '') ?? policy
  await verbs.update(target(POLICIES, 'p', ''), caller, { ...policy, metadata, spec: spec('true') }, plain)
  await vi.waitFor(() => expect(status('p')).toEqual({ observedGeneration: 2 }))
  await create(POLICIES, { metadata: { name: 'q' }, spec: spec('true') }, '')
  await vi.waitFor(() => expect(status('q')).toEqual({ observedGeneration: 1, typeChecking: {} }))
  expect(report).not.toHaveBeenCalled()
})
