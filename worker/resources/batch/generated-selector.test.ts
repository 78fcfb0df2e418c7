import { expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { dialects } from '../../dialect/dialect.ts'
import { compileRules } from '../notation/compile-rules.ts'
import { generatedSelector } from './generated-selector.ts'

const rules = compileRules([generatedSelector], dialects.k8s.spell)
const job = (labels: Record<string, string>): JsonObject => ({
  metadata: { name: 'j', uid: 'u' },
  spec: { selector: { matchLabels: { 'controller-uid': 'u' } }, template: { metadata: { labels } } },
})
const missing = (labels: Record<string, string>, old?: JsonObject): string[] =>
  rules(job(labels), old).map(({ field }) => field.replace('spec.template.metadata.', ''))
const prefixed = { 'batch.kubernetes.io/controller-uid': 'u', 'batch.kubernetes.io/job-name': 'j' }
const legacy = { 'controller-uid': 'u', 'job-name': 'j' }

it('requires the legacy labels before the prefixed ones', () => {
  expect(missing({ ...prefixed, ...legacy })).toEqual([])
  expect(missing({})).toEqual([
    'labels[controller-uid]',
    'labels[job-name]',
    'labels[batch.kubernetes.io/controller-uid]',
    'labels[batch.kubernetes.io/job-name]',
  ])
})

it('requires the prefixed labels in an update only when the stored job has them', () => {
  expect(missing(legacy, job(legacy))).toEqual([])
  expect(missing(legacy, job({ ...legacy, ...prefixed }))).toHaveLength(2)
})
