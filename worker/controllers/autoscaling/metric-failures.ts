import type { JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { textAt, valueAt } from '../../resources/path.ts'
import { goLabelSelectorText } from '../../resources/rules/go-label-selector.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

/** The failure of a metric, with the message of the real controller. */
export interface MetricFailure {
  /** The reason of the event, and of the condition when this is the first failure. */
  readonly reason: string
  readonly error: string
  /** `error` after a prefix that names the metric. */
  readonly whole: string
}

/** The answers of the metrics APIs. */
export interface MetricsApis {
  readonly resource: MetricsAnswer
  readonly external: MetricsAnswer
  readonly spell: Dialect['spell']
}

/** The error of a metrics API that is not registered, or whose server does not answer. */
export type MetricsAnswer =
  | 'the server could not find the requested resource'
  | 'the server is currently unable to handle the request'

/**
 * This server does not serve the metrics APIs, so every metric fails with the message of a real cluster without them.
 * @param namespace of the autoscaler
 */
export function metricFailure(metric: JsonObject, namespace: string, apis: MetricsApis): MetricFailure {
  const type = textAt(metric, 'type')
  const fail = FAILURES[type]
  if (fail !== undefined) return fail(metric, namespace, apis)
  const error = `unknown metric source type "${type}"`
  return { reason: 'InvalidMetricSourceType', error, whole: error }
}

type Fail = (metric: JsonObject, namespace: string, apis: MetricsApis) => MetricFailure

const UNSERVED_CUSTOM =
  'unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.{domain}) registered'

const FAILURES = lookupTable<Fail>({
  Resource(metric, _, apis) {
    const name = textAt(metric, 'resource.name')
    const error = usage(name, valueAt(metric, 'resource.target.averageValue') !== undefined, apis)
    return { reason: 'FailedGetResourceMetric', error, whole: `failed to get ${name} resource metric value: ${error}` }
  },
  ContainerResource(metric, _, apis) {
    const isValue = valueAt(metric, 'containerResource.target.averageValue') !== undefined
    const error = usage(textAt(metric, 'containerResource.name'), isValue, apis)
    const whole = `failed to get ${textAt(metric, 'containerResource.container')} container metric value: ${error}`
    return { reason: 'FailedGetContainerResourceMetric', error, whole }
  },
  Pods(metric, _, { spell }) {
    const selected = selectorFault(metric, 'pods')
    const error = selected ?? `unable to get metric ${textAt(metric, 'pods.metric.name')}: ${spell(UNSERVED_CUSTOM)}`
    return { reason: 'FailedGetPodsMetric', error, whole: `failed to get pods metric value: ${error}` }
  },
  Object(metric, namespace, { spell }) {
    const reason = 'FailedGetObjectMetric'
    const prefix = 'failed to get object metric value: '
    const selected = selectorFault(metric, 'object')
    if (selected !== undefined) return { reason, error: selected, whole: prefix + selected }
    const name = textAt(metric, 'object.metric.name')
    const { kind, name: described } = objectOf(valueAt(metric, 'object.describedObject'))
    // The real text, too, has the error directly after the name of the object and a slash.
    const error = `unable to get metric ${name}: ${kind} on ${namespace} ${described}/${spell(UNSERVED_CUSTOM)}`
    const isAverage = textAt(metric, 'object.target.type') === 'AverageValue'
    return { reason, error, whole: prefix + (isAverage ? `failed to get ${name} object metric: ` : '') + error }
  },
  External(metric, namespace, { external, spell }) {
    const name = textAt(metric, 'external.metric.name')
    const selector = valueAt(metric, 'external.metric.selector')
    const from = `${namespace}/${name}/${goLabelSelectorText(selector)}`
    const api = `unable to fetch metrics from external metrics API: ${external} (get ${name}.external.metrics.{domain})`
    const error = selectorFault(metric, 'external') ?? `unable to get external metric ${from}: ${spell(api)}`
    const isAverage = valueAt(metric, 'external.target.averageValue') !== undefined
    const prefix = isAverage ? `failed to get ${name} external metric: ` : `failed to get external metric ${name}: `
    return {
      reason: 'FailedGetExternalMetric',
      error,
      whole: `failed to get ${name} external metric value: ${prefix}${error}`,
    }
  },
})

const objectOf = (value: unknown): { kind: string; name: string } => {
  const { kind, name } = objectOrEmpty(value)
  return { kind: String(kind), name: String(name) }
}

function usage(name: string, isValue: boolean, { resource, spell }: MetricsApis): string {
  const prefix = `failed to get ${name} ${isValue ? 'usage' : 'utilization'}: unable to get metrics for resource ${name}`
  const pods = spell('pods.metrics.{domain}')
  return `${prefix}: unable to fetch metrics from resource metrics API: ${resource} (get ${pods})`
}

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist']

/** The fault of a metric's selector; undefined for a valid one. The API server does not validate these selectors. */
function selectorFault(metric: JsonObject, source: string): string | undefined {
  const selector = valueAt(metric, `${source}.metric.selector`)
  const requirements = isObject(selector) ? selector['matchExpressions'] : undefined
  const operators = (Array.isArray(requirements) ? requirements : []).map((one) =>
    isObject(one) ? textAt(one, 'operator') : '',
  )
  const unknown = operators.find((operator) => !OPERATORS.includes(operator))
  return unknown === undefined ? undefined : `"${unknown}" is not a valid label selector operator`
}
