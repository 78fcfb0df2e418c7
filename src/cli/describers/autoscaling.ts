import type { JsonObject } from '../../../worker/api/json.ts'
import { isObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { describeHead } from '../description.ts'

const part = (value: unknown): JsonObject => (isObject(value) ? value : {})
const objects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])
const string = (value: unknown): string => (typeof value === 'string' ? value : '')

/** `Mon, 02 Jan 2006 15:04:05 +0000` */
const longDate = (time: unknown): string => new Date(string(time)).toUTCString().replace('GMT', '+0000')

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

export function autoscalerText(object: ApiObject): string {
  const { metadata, spec, status } = object
  const { scaleTargetRef, metrics, minReplicas, maxReplicas } = part(spec)
  const target = part(scaleTargetRef)
  const { currentMetrics, currentReplicas, desiredReplicas, conditions } = part(status)
  const current = objects(currentMetrics)
  return [
    describeHead(object, true),
    `CreationTimestamp:\t${longDate(metadata?.creationTimestamp)}\n`,
    `Reference:\t${string(target.kind)}/${string(target.name)}\n`,
    'Metrics:\t( current / target )\n',
    ...objects(metrics).map((metric, index) => metricText(metric, part(current[index]))),
    `Min replicas:\t${minReplicas === undefined ? '<unset>' : String(minReplicas)}\n`,
    `Max replicas:\t${String(maxReplicas ?? 0)}\n`,
    `${string(target.kind)} pods:\t${String(currentReplicas ?? 0)} current / ${String(desiredReplicas ?? 0)} desired\n`,
    conditionsText(objects(conditions)),
  ].join('')
}

function metricText(metric: JsonObject, current: JsonObject): string {
  const type = string(metric.type)
  const field = type.charAt(0).toLowerCase() + type.slice(1)
  const of = part(metric[field])
  const target = part(of.target)
  const value = part(part(current[field]).current)
  const amount = (name: string, suffix = ''): string =>
    `${value[name] === undefined ? '<unknown>' : `${String(value[name])}${suffix}`} / ${String(target[name])}${suffix}`
  const name = type === 'Resource' ? string(of.name) : string(part(of.metric).name)
  const what =
    type === 'Resource'
      ? `resource ${name} on pods`
      : `${JSON.stringify(name)}${type === 'Pods' ? ' on pods' : type === 'External' ? ' (target average value)' : ''}`
  if (target.averageUtilization !== undefined)
    return `  ${what}  (as a percentage of request):\t${amount('averageUtilization', '%')}\n`
  return `  ${what}:\t${amount(target.averageValue === undefined ? 'value' : 'averageValue')}\n`
}

function conditionsText(conditions: readonly JsonObject[]): string {
  if (conditions.length === 0) return ''
  const rows = conditions.map(
    (each) =>
      `  ${string(each.type)}\t${capitalised(string(each.status))}\t${string(each.reason)}\t${string(each.message)}\n`,
  )
  return `Conditions:\n  Type\tStatus\tReason\tMessage\n  ----\t------\t------\t-------\n${rows.join('')}`
}
