import type { JsonObject } from '../../../worker/api/json.ts'
import { isObject, objectOrEmpty, objectsIn, stringOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { describeHead } from '../description.ts'
import type { DescribeContext } from './describer.ts'
import { count, line, longDate, tableText } from './fields.ts'

/** Describes the autoscaler in the form of `autoscaling/v2`, which has several metrics. */
export async function autoscalerText(given: ApiObject, { get }: DescribeContext): Promise<string> {
  const { namespace, name } = given.metadata ?? {}
  const path = `/apis/autoscaling/v2/namespaces/${namespace}/horizontalpodautoscalers/${name}`
  const object = given.apiVersion === 'autoscaling/v2' ? given : await get(path)
  const { metadata, spec, status } = object
  const { scaleTargetRef, metrics, minReplicas, maxReplicas, behavior } = objectOrEmpty(spec)
  const target = objectOrEmpty(scaleTargetRef)
  const { currentMetrics, currentReplicas, desiredReplicas, conditions } = objectOrEmpty(status)
  return [
    describeHead(object, true),
    line('CreationTimestamp', longDate(metadata?.creationTimestamp)),
    line('Reference', `${stringOrEmpty(target.kind)}/${stringOrEmpty(target.name)}`),
    metricsText(metrics, currentMetrics),
    line('Min replicas', minReplicas ?? '<unset>'),
    line('Max replicas', count(maxReplicas)),
    behavior === undefined ? '' : 'Behavior:\n',
    directionText('Scale Up', objectOrEmpty(behavior).scaleUp),
    directionText('Scale Down', objectOrEmpty(behavior).scaleDown),
    line(`${stringOrEmpty(target.kind)} pods`, `${count(currentReplicas)} current / ${count(desiredReplicas)} desired`),
    conditionsText(objectsIn(conditions)),
  ].join('')
}

function metricsText(metrics: unknown, currentMetrics: unknown): string {
  const current = Array.isArray(currentMetrics) ? currentMetrics : []
  const texts = objectsIn(metrics).map((metric, index) => `  ${metricText(metric, objectOrEmpty(current[index]))}\n`)
  return `Metrics:\t( current / target )\n${texts.join('')}`
}

function metricText(metric: JsonObject, current: JsonObject): string {
  const type = stringOrEmpty(metric.type)
  const field = type.charAt(0).toLowerCase() + type.slice(1)
  const source = objectOrEmpty(metric[field])
  const target = objectOrEmpty(source.target)
  const value = objectOrEmpty(objectOrEmpty(current[field]).current)
  const compared = (name: string, absent = '0'): string =>
    `${isObject(current[field]) ? String(value[name] ?? absent) : '<unknown>'} / ${String(target[name])}`
  const name = JSON.stringify(stringOrEmpty(objectOrEmpty(source.metric).name))
  if (type === 'External')
    return target.averageValue === undefined
      ? `${name} (target value):\t${compared('value')}`
      : `${name} (target average value):\t${compared('averageValue', '<unknown>')}`
  if (type === 'Pods') return `${name} on pods:\t${compared('averageValue')}`
  if (type === 'Object') {
    const { kind, name: described } = objectOrEmpty(source.describedObject)
    const average = target.type === 'AverageValue'
    const label = `${name} on ${stringOrEmpty(kind)}/${stringOrEmpty(described)} (target ${average ? 'average value' : 'value'})`
    return `${label}:\t${compared(average ? 'averageValue' : 'value')}`
  }
  if (type !== 'Resource' && type !== 'ContainerResource') return `<unknown metric type ${JSON.stringify(type)}>`
  const inside = type === 'Resource' ? '' : ` of container "${stringOrEmpty(source.container)}"`
  const label = `resource ${stringOrEmpty(source.name)}${inside} on pods`
  if (target.averageValue !== undefined) return `${label}:\t${compared('averageValue')}`
  const { averageUtilization, averageValue } = value
  const share =
    averageUtilization === undefined ? '<unknown>' : `${count(averageUtilization)}% (${String(averageValue ?? 0)})`
  const targetShare = target.averageUtilization === undefined ? '<auto>' : `${count(target.averageUtilization)}%`
  return `${label}  (as a percentage of request):\t${share} / ${targetShare}`
}

function directionText(label: string, rules: unknown): string {
  if (!isObject(rules)) return ''
  const { stabilizationWindowSeconds: window, selectPolicy, policies } = rules
  const lines = objectsIn(policies).map(
    ({ type, value, periodSeconds }) =>
      `      - Type: ${stringOrEmpty(type)}\tValue: ${count(value)}\tPeriod: ${count(periodSeconds)} seconds\n`,
  )
  return [
    `  ${label}:\n`,
    window === undefined ? '' : `    Stabilization Window: ${count(window)} seconds\n`,
    lines.length === 0
      ? ''
      : `    Select Policy: ${stringOrEmpty(selectPolicy) || 'Max'}\n    Policies:\n${lines.join('')}`,
  ].join('')
}

function conditionsText(conditions: readonly JsonObject[]): string {
  if (conditions.length === 0) return ''
  const rows = conditions.map(({ type, status, reason, message }) => [type, status, reason, message].map(stringOrEmpty))
  return tableText(
    'Conditions:',
    ['Type', 'Status', 'Reason', 'Message'],
    [['----', '------', '------', '-------'], ...rows],
  )
}
