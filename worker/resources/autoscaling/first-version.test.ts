import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { dialects } from '../../dialect/dialect.ts'
import { firstVersion, foreignAnnotations, hasOwnMetrics } from './first-version.ts'
import { targetTexts } from './metrics.ts'

const { spell } = dialects.svc
const { toStorage, fromStorage } = firstVersion(dialects.svc)
const key = (name: string): string => spell(`autoscaling.alpha.{labels}/${name}`)

const cpu = (averageUtilization: number) => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
})
const pods = {
  type: 'Pods',
  pods: { metric: { name: 'qps' }, target: { type: 'AverageValue', averageValue: '1k' } },
}
const second: ApiObject = {
  metadata: { name: 'a', annotations: { keep: 'me' } },
  spec: {
    maxReplicas: 3,
    metrics: [cpu(55), pods],
    behavior: { scaleDown: { selectPolicy: 'Max', policies: [{ type: 'Percent', value: 10, periodSeconds: 60 }] } },
  },
  status: {
    currentMetrics: [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 40 } } }],
    conditions: [{ type: 'AbleToScale', status: 'True' }],
  },
}

describe('autoscaling/v1', () => {
  const first = fromStorage(second)

  it('drops its own annotations from v2 objects', () => {
    expect(foreignAnnotations({ annotations: { a: 'b', [key('metrics')]: '[]' } }, spell)).toEqual({ a: 'b' })
    expect(foreignAnnotations({ annotations: { [key('behavior')]: 'x' } }, spell)).toBeUndefined()
  })

  it('keeps the fields of v2 without a field in v1 as annotations', () => {
    expect(first['spec']).toEqual({ maxReplicas: 3, targetCPUUtilizationPercentage: 55 })
    expect(first['status']).toEqual({ currentCPUUtilizationPercentage: 40 })
    expect(first.metadata?.annotations).toEqual({
      keep: 'me',
      [key('metrics')]: '[{"type":"Pods","pods":{"metricName":"qps","targetAverageValue":"1k"}}]',
      [key('current-metrics')]:
        '[{"type":"Resource","resource":{"name":"cpu","currentAverageUtilization":40,"currentAverageValue":"0"}}]',
      [key('behavior')]:
        '{"ScaleUp":null,"ScaleDown":{"StabilizationWindowSeconds":null,"SelectPolicy":"Max","Policies":[{"Type":"Percent","Value":10,"PeriodSeconds":60}]}}',
      [key('conditions')]: '[{"type":"AbleToScale","status":"True"}]',
    })
  })

  it.each(['{"ScaleUp":null}', '{}', '{"Other":{}}', '{'])(
    'leaves out a behavior without rules or in another form: %s',
    (text) => {
      const object = { metadata: { name: 'a', annotations: { [key('behavior')]: text } }, spec: { maxReplicas: 2 } }
      expect(toStorage(object)['spec']).not.toHaveProperty('behavior')
    },
  )

  it('converts v2 to v1 and back: an absent amount becomes zero, and the metric with a field in v1 comes last', () => {
    const current = { averageUtilization: 40, averageValue: '0' }
    expect(toStorage(first)).toEqual({
      ...second,
      spec: { ...(second['spec'] as object), metrics: [pods, cpu(55)] },
      status: {
        ...(second['status'] as object),
        currentMetrics: [{ type: 'Resource', resource: { name: 'cpu', current } }],
      },
    })
  })

  it('has the default metric of v2 when no metrics are given', () => {
    expect(toStorage({ metadata: { name: 'a' }, spec: { maxReplicas: 3 } })['spec']).toEqual({
      maxReplicas: 3,
      metrics: [cpu(80)],
    })
  })

  it('reads a metric without a type as a metric with an empty type', () => {
    const metadata = { name: 'a', annotations: { [key('metrics')]: '[{}]' } }
    expect(toStorage({ metadata, spec: { maxReplicas: 3 } })['spec']).toMatchObject({ metrics: [{ type: '' }] })
  })

  it('reads the quantities of an annotation, and ignores an annotation with another text', () => {
    const metricsOf = (targetAverageValue: Json) => {
      const metrics = [{ type: 'Pods', pods: { metricName: 'q', targetAverageValue } }]
      const metadata = { name: 'a', annotations: { [key('metrics')]: JSON.stringify(metrics) } }
      return JSON.parse(JSON.stringify(toStorage({ metadata, spec: { maxReplicas: 3 } })['spec'])) as JsonObject
    }
    const target = (averageValue: string) => ({ target: { type: 'AverageValue', averageValue } })
    expect(metricsOf('1000m')).toMatchObject({ metrics: [{ pods: target('1') }] })
    expect(metricsOf(5)).toMatchObject({ metrics: [{ pods: target('5') }] })
    expect(metricsOf(null)).toMatchObject({ metrics: [{ pods: target('0') }] })
    expect(metricsOf('x')).toMatchObject({ metrics: [cpu(80)] })
  })

  it('detects metrics in the annotation', () => {
    expect(hasOwnMetrics(first, spell)).toBe(true)
    expect(hasOwnMetrics({ metadata: { annotations: { [key('metrics')]: 'not json' } } }, spell)).toBe(false)
  })
})

it('shows two metrics and the number of the others', () => {
  expect(targetTexts(second)).toBe('cpu: 40%/55%, <unknown>/1k')
  expect(targetTexts({ spec: { metrics: [cpu(1), cpu(2), pods] } })).toBe(
    'cpu: <unknown>/1%, cpu: <unknown>/2% + 1 more...',
  )
  expect(targetTexts({})).toBe('<none>')
})
