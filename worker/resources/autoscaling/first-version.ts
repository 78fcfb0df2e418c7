import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty, ownMember } from '../../api/json.ts'
import { canonicalQuantity, QuantityError } from '../../api/quantity.ts'
import { noteWritten } from '../../api/written-quantity.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { listAt, ensuredObject, textAt, valueAt } from '../path.ts'

// autoscaling/v1 has a field only for CPU utilization. Annotations store the other fields of v2, in another form, so that a
// conversion loses nothing.

/** The default target: percent of the CPU that pods request. */
export const DEFAULT_UTILIZATION = 80

/** A field of a metric in the annotations, and its path in v2. */
interface Counterpart {
  readonly field: string
  readonly path: string
  readonly isQuantity?: boolean
  /** Whether the quantity is never absent in v1: it is `0`. */
  readonly zero?: boolean
}

const same = (field: string): Counterpart => ({ field, path: field })
const utilization = (own: string): Counterpart => ({
  field: `${own}AverageUtilization`,
  path: `${own}.averageUtilization`,
})
const metricName: Counterpart = { field: 'metricName', path: 'metric.name' }
const selector: Counterpart = { field: 'selector', path: 'metric.selector' }
const describedObject: Counterpart = { field: 'target', path: 'describedObject' }
const metricSelector: Counterpart = { field: 'metricSelector', path: 'metric.selector' }

/** `own` is the field of v2 that holds the amounts, and the prefix of their names in annotations. */
const counterparts = (own: 'target' | 'current'): Readonly<Record<string, readonly Counterpart[]>> => {
  const value: Counterpart = { field: `${own}Value`, path: `${own}.value`, isQuantity: true }
  const average: Counterpart = { field: `${own}AverageValue`, path: `${own}.averageValue`, isQuantity: true }
  const isStatus = own === 'current'
  const ofPods = { ...average, zero: isStatus }
  return {
    Object: [describedObject, metricName, { ...value, zero: true }, selector, { ...average, field: 'averageValue' }],
    Pods: [metricName, { ...average, zero: true }, selector],
    Resource: [same('name'), utilization(own), ofPods],
    ContainerResource: [same('name'), utilization(own), ofPods, same('container')],
    External: [metricName, metricSelector, { ...value, zero: isStatus }, average],
  }
}

const targets = counterparts('target')
const statuses = counterparts('current')

const sourceField = (type: string): string => type.charAt(0).toLowerCase() + type.slice(1)

const isGiven = (value: Json | undefined): value is Json => value !== undefined && value !== null

/** Encodes metrics as the annotations store them. */
function encode(metrics: readonly Json[], names: Readonly<Record<string, readonly Counterpart[]>>): string {
  const encoded = metrics.filter(isObject).map((metric) => {
    const type = textAt(metric, 'type')
    const source = ownMember(metric, sourceField(type))
    if (!isObject(source)) return { type }
    const fields: JsonObject = {}
    for (const { field, path, zero } of ownMember(names, type) ?? []) {
      const value = valueAt(source, path)
      if (isGiven(value)) fields[field] = value
      else if (zero === true) fields[field] = '0'
    }
    return { type, [sourceField(type)]: fields }
  })
  return JSON.stringify(encoded)
}

function put(object: JsonObject, path: string, value: Json): void {
  const [holder, name] = placeOf(object, path)
  holder[name] = value
}

function placeOf(object: JsonObject, path: string): [holder: JsonObject, name: string] {
  const [first = '', ...rest] = path.split('.')
  return rest.length === 0 ? [object, first] : placeOf(ensuredObject(object, first), rest.join('.'))
}

/** @throws QuantityError */
function putQuantity(object: JsonObject, path: string, given: Json | undefined): void {
  const [holder, name] = placeOf(object, path)
  const text = isGiven(given) ? String(given) : ''
  const canonical = text === '' ? '0' : canonicalQuantity(text)
  holder[name] = canonical
  if (text !== canonical) noteWritten(holder, name, { text, canonical, isMilli: false })
}

/** Parses a list of objects. Returns undefined for a text in another form, because such an annotation is ignored. */
function parseList(text: string | undefined): JsonObject[] | undefined {
  const value = parse(text)
  return Array.isArray(value) && value.every(isObject) ? value : undefined
}

function parse(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The metrics of an annotation; undefined for an annotation that cannot be read, which is ignored. */
function decode(
  text: string | undefined,
  names: Readonly<Record<string, readonly Counterpart[]>>,
): JsonObject[] | undefined {
  try {
    return parseList(text)?.map((metric) => decodeMetric(metric, names))
  } catch (error) {
    if (error instanceof QuantityError) return undefined
    throw error
  }
}

/** @throws QuantityError */
function decodeMetric(metric: JsonObject, names: Readonly<Record<string, readonly Counterpart[]>>): JsonObject {
  const type = textAt(metric, 'type')
  const given = metric[sourceField(type)]
  if (!isObject(given)) return { type }
  const source: JsonObject = {}
  for (const { field, path, isQuantity, zero } of ownMember(names, type) ?? []) {
    const value = given[field]
    if (isQuantity === true && (isGiven(value) || zero === true)) putQuantity(source, path, value)
    else if (isGiven(value)) put(source, path, value)
  }
  if (names === targets) put(source, 'target.type', targetType(source))
  return { type, [sourceField(type)]: source }
}

function targetType(source: JsonObject): string {
  if (isGiven(valueAt(source, 'target.averageUtilization'))) return 'Utilization'
  return isGiven(valueAt(source, 'target.averageValue')) ? 'AverageValue' : 'Value'
}

const isUtilization = (metric: Json, path: string): boolean =>
  isObject(metric) &&
  metric['type'] === 'Resource' &&
  valueAt(metric, 'resource.name') === 'cpu' &&
  isGiven(valueAt(metric, path))

const TARGET = 'resource.target.averageUtilization'
const CURRENT = 'resource.current.averageUtilization'

/** Encodes `behavior` with the names of Go fields, as the annotation stores it. */
function encodeBehavior(behavior: JsonObject): string {
  const rules = (given: Json | undefined): Json =>
    isObject(given)
      ? {
          StabilizationWindowSeconds: given['stabilizationWindowSeconds'] ?? null,
          SelectPolicy: given['selectPolicy'] ?? null,
          Policies: listAt(given, 'policies')
            .filter(isObject)
            .map(({ type, value, periodSeconds }) => ({ Type: type, Value: value, PeriodSeconds: periodSeconds })),
        }
      : null
  return JSON.stringify({ ScaleUp: rules(behavior['scaleUp']), ScaleDown: rules(behavior['scaleDown']) })
}

/** The real server omits a behavior that equals Go's zero value, in which neither direction has rules. */
function decodeBehavior(text: string | undefined): JsonObject | undefined {
  const lowered = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(lowered)
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, item]) => isGiven(item))
        .map(([key, item]) => [key.charAt(0).toLowerCase() + key.slice(1), lowered(item ?? null)]),
    )
  }
  const { scaleUp, scaleDown } = objectOrEmpty(lowered(parse(text) ?? null))
  if (!isObject(scaleUp) && !isObject(scaleDown)) return undefined
  return { ...(isObject(scaleUp) && { scaleUp }), ...(isObject(scaleDown) && { scaleDown }) }
}

type Annotations = Readonly<Record<'metrics' | 'current-metrics' | 'conditions' | 'behavior', string>>

const annotationsOf = (spell: Dialect['spell']): Annotations => ({
  metrics: spell('autoscaling.alpha.{labels}/metrics'),
  'current-metrics': spell('autoscaling.alpha.{labels}/current-metrics'),
  conditions: spell('autoscaling.alpha.{labels}/conditions'),
  behavior: spell('autoscaling.alpha.{labels}/behavior'),
})

/** Whether the annotation has metrics, which replace the default metric. */
export const hasOwnMetrics = (object: ApiObject, spell: Dialect['spell']): boolean =>
  (decode(object.metadata?.annotations?.[annotationsOf(spell).metrics], targets) ?? []).length > 0

function withoutOwn(object: ApiObject, own: Annotations): ApiObject {
  const { annotations, ...metadata } = object.metadata ?? {}
  const others = Object.entries(annotations ?? {}).filter(([key]) => !Object.values(own).includes(key))
  return {
    ...object,
    metadata: { ...metadata, ...(others.length > 0 && { annotations: Object.fromEntries(others) }) },
  }
}

/** The annotations of a v2 object without those in which v1 stores fields of v2. */
export const foreignAnnotations = (metadata: JsonObject, spell: Dialect['spell']): Json | undefined =>
  valueAt(withoutOwn({ metadata }, annotationsOf(spell)), 'metadata.annotations')

const objectAt = (object: JsonObject, key: string): JsonObject => objectOrEmpty(object[key])

function toV2(object: ApiObject, own: Annotations): ApiObject {
  const annotations = object.metadata?.annotations ?? {}
  const { targetCPUUtilizationPercentage: percentage, ...spec } = objectAt(object, 'spec')
  const { currentCPUUtilizationPercentage: current, ...status } = objectAt(object, 'status')
  const resource = (amounts: JsonObject): JsonObject => ({ type: 'Resource', resource: { name: 'cpu', ...amounts } })
  const target = (averageUtilization: Json): JsonObject =>
    resource({ target: { type: 'Utilization', averageUtilization } })
  const metrics = [
    ...(decode(annotations[own.metrics], targets) ?? []),
    ...(isGiven(percentage) ? [target(percentage)] : []),
  ]
  const ofStatus = isGiven(current) ? [resource({ current: { averageUtilization: current } })] : undefined
  const behavior = decodeBehavior(annotations[own.behavior])
  return {
    ...withoutOwn(object, own),
    spec: {
      ...spec,
      // v2 always has metrics. The default is set here, where the annotations have been read, because they may hold metrics.
      metrics: metrics.length > 0 ? metrics : [target(DEFAULT_UTILIZATION)],
      ...(behavior && { behavior }),
    },
    status: {
      ...status,
      currentMetrics: decode(annotations[own['current-metrics']], statuses) ?? ofStatus,
      conditions: parseList(annotations[own.conditions]),
    },
  }
}

function toV1(object: ApiObject, own: Annotations): ApiObject {
  const { metrics: _metrics, behavior, ...spec } = objectAt(object, 'spec')
  const { currentMetrics: _current, conditions, ...status } = objectAt(object, 'status')
  const metrics = listAt(object, 'spec.metrics')
  const current = listAt(object, 'status.currentMetrics')
  const others = metrics.filter((metric) => !isUtilization(metric, TARGET))
  const bare = withoutOwn(object, own)
  const annotations = {
    ...bare.metadata?.annotations,
    ...(others.length > 0 && { [own.metrics]: encode(others, targets) }),
    ...(current.length > 0 && { [own['current-metrics']]: encode(current, statuses) }),
    ...(isObject(behavior) && { [own.behavior]: encodeBehavior(behavior) }),
    ...(Array.isArray(conditions) && conditions.length > 0 && { [own.conditions]: JSON.stringify(conditions) }),
  }
  const percentage = (list: readonly Json[], path: string): Json | undefined => {
    const found = list.find((metric) => isUtilization(metric, path))
    return isObject(found) ? valueAt(found, path) : undefined
  }
  return {
    ...bare,
    metadata: { ...bare.metadata, ...(Object.keys(annotations).length > 0 && { annotations }) },
    spec: { ...spec, targetCPUUtilizationPercentage: percentage(metrics, TARGET) },
    status: { ...status, currentCPUUtilizationPercentage: percentage(current, CURRENT) },
  }
}

/** Converts between autoscaling/v1 and v2, the storage version. */
export function firstVersion({ spell }: Dialect) {
  const own = annotationsOf(spell)
  return {
    toStorage: (object: ApiObject): ApiObject => toV2(object, own),
    fromStorage: (object: ApiObject): ApiObject => toV1(object, own),
  }
}
