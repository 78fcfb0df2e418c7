import { expect, test } from 'vitest'
import type { ResourceType } from './discovery.ts'
import { Discovery } from './discovery.ts'

const autoscaler = (version: string): ResourceType => ({
  group: 'autoscaling',
  version,
  resource: 'horizontalpodautoscalers',
  singular: 'horizontalpodautoscaler',
  kind: 'HorizontalPodAutoscaler',
  namespaced: true,
  verbs: ['get'],
  shortNames: ['hpa'],
  categories: [],
  subresources: [],
})

test('a version and group may follow a short name too', () => {
  const discovery = new Discovery([autoscaler('v2'), autoscaler('v1')], [])
  for (const name of ['hpa', 'horizontalpodautoscaler', 'horizontalpodautoscalers'])
    expect(discovery.find(`${name}.v1.autoscaling`).version).toBe('v1')
  expect(discovery.find('hpa').version).toBe('v2')
})
