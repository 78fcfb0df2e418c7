import { expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { dialects } from '../../dialect/dialect.ts'
import { metricFailure } from './metric-failures.ts'

const NOT_FOUND = 'the server could not find the requested resource'
const of = (metric: JsonObject) =>
  metricFailure(metric, 'n', { resource: NOT_FOUND, external: NOT_FOUND, spell: dialects.k8s.spell })
const CUSTOM =
  'unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered'

it('distinguishes usage from utilization', () => {
  const name = 'memory'
  const target = { type: 'AverageValue', averageValue: '1' }
  const tail = `unable to get metrics for resource memory: unable to fetch metrics from resource metrics API: ${NOT_FOUND} (get pods.metrics.k8s.io)`
  const usage = `failed to get memory usage: ${tail}`
  expect(of({ type: 'Resource', resource: { name, target } })).toEqual({
    reason: 'FailedGetResourceMetric',
    error: usage,
    whole: `failed to get memory resource metric value: ${usage}`,
  })
  const utilization = `failed to get memory utilization: ${tail}`
  expect(of({ type: 'ContainerResource', containerResource: { name, container: 'c', target: {} } })).toEqual({
    reason: 'FailedGetContainerResourceMetric',
    error: utilization,
    whole: `failed to get c container metric value: ${utilization}`,
  })
})

it('names the described object', () => {
  const metric = { name: 'rps' }
  const error = `unable to get metric rps: Service on n s/${CUSTOM}`
  const object = { metric, describedObject: { kind: 'Service', name: 's' } }
  expect(of({ type: 'Object', object: { ...object, target: { type: 'Value', value: '1' } } })).toEqual({
    reason: 'FailedGetObjectMetric',
    error,
    whole: `failed to get object metric value: ${error}`,
  })
  expect(of({ type: 'Object', object: { ...object, target: { type: 'AverageValue' } } }).whole).toBe(
    `failed to get object metric value: failed to get rps object metric: ${error}`,
  )
})

it('shows the selector of an external metric, and the fault of an invalid selector', () => {
  const target = { type: 'Value', value: '1' }
  const selector = { matchLabels: { a: 'b' } }
  const error = `unable to get external metric n/q/&LabelSelector{MatchLabels:map[string]string{a: b,},MatchExpressions:[]LabelSelectorRequirement{},}: unable to fetch metrics from external metrics API: ${NOT_FOUND} (get q.external.metrics.k8s.io)`
  expect(of({ type: 'External', external: { metric: { name: 'q', selector }, target } })).toEqual({
    reason: 'FailedGetExternalMetric',
    error,
    whole: `failed to get q external metric value: failed to get external metric q: ${error}`,
  })
  const odd = { matchExpressions: [{ key: 'a', operator: 'Like' }] }
  expect(of({ type: 'Pods', pods: { metric: { name: 'q', selector: odd }, target } }).error).toBe(
    '"Like" is not a valid label selector operator',
  )
})
