import { boundedNumber } from '../../api/numbers.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, ownMember } from '../../api/json.ts'
import { dnsLabel, pathSegment, qualifiedName } from '../../api/names.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { at, check, checkObject, each, named, required, spelled, where } from '../notation/rule.ts'
import { listAt, textAt, valueAt } from '../path.ts'
import { goAmount } from '../rules/go-quantity.ts'
import { isNegative, isZeroQuantity } from '../rules/quantities.ts'
import { resourceNames } from '../rules/resource-names.ts'
import { checkContainerResource } from '../rules/resource-requirements.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

// Rules and texts of the metrics by which a workload is scaled.

const TARGET_TYPES = ['Utilization', 'Value', 'AverageValue']

export const reference: readonly Rule[] = [
  at('kind', required(), named(pathSegment)),
  at('name', required(), named(pathSegment)),
]

const isGiven = (value: Json | undefined): boolean => value !== undefined && value !== null
const isPositive = (quantity: Json | undefined): boolean => !isNegative(quantity) && !isZeroQuantity(quantity)

const positive = (field: string): Rule =>
  checkObject((target, place) => {
    const value = target[field]
    if (isGiven(value) && !isPositive(value)) place.invalidShown(goAmount(target, field), 'must be positive', field)
  })

const targetType = checkObject((target, place) => {
  const type = textAt(target, 'type')
  if (type === '') place.required('must specify a metric target type', 'type')
  if (!TARGET_TYPES.includes(type)) place.invalid(type, 'must be either Utilization, Value, or AverageValue', 'type')
})

const target: Rule = at(
  'target',
  targetType,
  positive('value'),
  positive('averageValue'),
  at(
    'averageUtilization',
    check((value, place) => {
      if (boundedNumber(value) < 1) place.invalid(value, 'must be greater than 0')
    }),
  ),
)

const identified: readonly Rule[] = [
  at('metric.name', required('must specify a metric name'), named(pathSegment)),
  target,
]

/** A rule about the combination of fields that a target has. `has` is whether a field is given. */
const amounts = (run: (has: (field: string) => boolean, place: Place) => void): Rule =>
  checkObject((source, place) => run((field) => isGiven(valueAt(source, `target.${field}`)), place))

const utilization = amounts((has, place) => {
  const given = [has('averageUtilization'), has('averageValue')]
  if (!given.includes(true)) {
    place.required('must set either a target raw value or a target utilization', 'target', 'averageUtilization')
  }
  if (!given.includes(false)) {
    place.forbidden('may not set both a target raw value and a target utilization', 'target', 'averageValue')
  }
})

const containerResourceName: Rule = spelled((spell) => {
  const names = resourceNames(spell)
  return [
    check((value, place) => {
      // For a resource in the spec of a container, the error shows a malformed name without quotes. Here the name has quotes.
      const faults = qualifiedName(String(value))
      for (const fault of faults) place.invalid(value, fault)
      checkContainerResource({ names, name: String(value), hasFaults: faults.length > 0 }, place)
    }),
  ]
})

const name = at('name', required('must specify a resource name'))

const SOURCES: Readonly<Record<string, readonly Rule[]>> = {
  object: [
    at('describedObject', ...reference),
    ...identified,
    amounts((has, place) => {
      if (has('value') || has('averageValue')) return
      place.required('must set either a target value or averageValue', 'target', 'averageValue')
    }),
  ],
  external: [
    ...identified,
    amounts((has, place) => {
      const given = [has('value'), has('averageValue')]
      if (!given.includes(true)) {
        const text = 'must set either a target value for metric or a per-pod target'
        place.required(text, 'target', 'averageValue')
      }
      if (!given.includes(false)) {
        place.forbidden('may not set both a target value for metric and a per-pod target', 'target', 'value')
      }
    }),
  ],
  pods: [
    ...identified,
    amounts((has, place) => {
      if (!has('averageValue')) {
        place.required('must specify a positive target averageValue', 'target', 'averageValue')
      }
    }),
  ],
  resource: [name, target, utilization],
  containerResource: [
    at('name', required('must specify a resource name'), containerResourceName),
    at('container', required('must specify a container'), named(dnsLabel)),
    target,
    utilization,
  ],
}

const FIELD_OF_TYPE = lookupTable<string>({
  ContainerResource: 'containerResource',
  External: 'external',
  Object: 'object',
  Pods: 'pods',
  Resource: 'resource',
})
const TYPES = Object.keys(FIELD_OF_TYPE)

const present = (metric: JsonObject): readonly string[] =>
  Object.keys(SOURCES).filter((field) => isObject(metric[field]))

const type = checkObject((metric, place) => {
  const given = textAt(metric, 'type')
  if (given === '') place.required('must specify a metric source type', 'type')
  if (!TYPES.includes(given)) place.notSupported(given, TYPES, 'type')
})

/** Only the first of several sources is validated. */
const sources: readonly Rule[] = Object.entries(SOURCES).map(([field, rules]) =>
  where((metric) => present(metric)[0] === field, at(field, ...rules)),
)

const agreement = checkObject((metric, place) => {
  const given = textAt(metric, 'type')
  const expected = ownMember(FIELD_OF_TYPE, given)
  const found = present(metric)
  if (expected === undefined) place.notSupported(given, TYPES, 'type')
  else if (!found.includes(expected)) {
    place.required('must populate information for the given metric source', expected)
  }
  if (found.length === 1) return
  for (const field of found) {
    if (field !== expected) place.forbidden('must populate the given metric source only', field)
  }
})

export const metrics: Rule = each('metrics', type, ...sources, agreement)

/** With zero replicas no metric of the pods themselves can be measured. */
export const outsideMetric = checkObject((spec, place) => {
  if (spec['minReplicas'] !== 0) return
  const types = listAt(spec, 'metrics')
    .filter(isObject)
    .map((metric) => textAt(metric, 'type'))
  if (types.includes('Object') || types.includes('External')) return
  place.forbidden('must specify at least one Object or External metric to support scaling to zero replicas', 'metrics')
})

const SHOWN = 2
const UNKNOWN = '<unknown>'

/** `cpu: 40%/55%`: the current and the target amount. */
function metricText(metric: JsonObject, status: JsonObject | undefined): string {
  const field = FIELD_OF_TYPE[textAt(metric, 'type')]
  const source = field === undefined ? undefined : metric[field]
  if (field === undefined || !isObject(source)) return '<unknown type>'
  const amount = (path: string): string | undefined => {
    const value = valueAt(source, `target.${path}`)
    return isGiven(value) ? String(value) : undefined
  }
  const current = (path: string): string | undefined => {
    const value = status === undefined ? undefined : valueAt(status, `${field}.current.${path}`)
    return isGiven(value) ? String(value) : undefined
  }
  // Shows `<nil>` when the status reports the metric without this amount, and `<unknown>` when it does not report the metric.
  const reported = (path: string): string => current(path) ?? (isObject(status?.[field]) ? '<nil>' : UNKNOWN)
  const average = amount('averageValue')
  const prefix = field === 'resource' || field === 'containerResource' ? `${textAt(source, 'name')}: ` : ''
  if (average !== undefined) {
    if (field === 'external' || field === 'object') return `${current('averageValue') ?? UNKNOWN}/${average} (avg)`
    return `${prefix}${reported('averageValue')}/${average}`
  }
  if (prefix === '') return `${reported('value')}/${amount('value') ?? UNKNOWN}`
  const percent = (value: string | undefined, none: string): string => (value === undefined ? none : `${value}%`)
  const is = percent(current('averageUtilization'), UNKNOWN)
  return `${prefix}${is}/${percent(amount('averageUtilization'), '<auto>')}`
}

export function targetTexts(autoscaler: ApiObject): string {
  const given = listAt(autoscaler, 'spec.metrics').filter(isObject)
  const statuses = listAt(autoscaler, 'status.currentMetrics')
  if (given.length === 0) return '<none>'
  const texts = given.slice(0, SHOWN).map((metric, i) => {
    const status = statuses[i]
    return metricText(metric, isObject(status) ? status : undefined)
  })
  const more = given.length > SHOWN ? ` + ${given.length - SHOWN} more...` : ''
  return texts.join(', ') + more
}
