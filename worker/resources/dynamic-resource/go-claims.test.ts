import { expect, it } from 'vitest'
import { goClaimSpec, goTemplateSpec } from './go-claims.ts'

it('prints the specs of a claim and of a claim template as Go does', () => {
  const spec = { resourceClassName: 'c', allocationMode: 'WaitForFirstConsumer' }
  const printed =
    'resource.ResourceClaimSpec{ResourceClassName:"c", ParametersRef:(*resource.ResourceClaimParametersReference)(nil), AllocationMode:"WaitForFirstConsumer"}'
  expect(goClaimSpec(spec)).toBe(printed)
  const template = goTemplateSpec({ metadata: { labels: { a: 'b' } }, spec })
  expect(template).toContain('Labels:map[string]string{"a":"b"}, Annotations:map[string]string(nil)')
  expect(template.endsWith(`Spec:${printed}}`)).toBe(true)
})
