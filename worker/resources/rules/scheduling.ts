import { boundedNumber } from '../../api/numbers.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import { labelValue, qualifiedName } from '../../api/names.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { all, at, checkObject, each, isRepeated, named, oneOf } from '../notation/rule.ts'
import { listAt, textAt } from '../path.ts'
import type { AnnotatedStruct } from './annotation-list.ts'
import { labelSelector } from './label-selector.ts'
import { goPointer, goStruct } from '../../api/go-source.ts'

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']
const MATCH_ALL = 'operator must be Exists when `key` is empty, which means "match all values and all keys"'

export const goToleration = goStruct('core.Toleration', {
  Key: 'key',
  Operator: 'operator',
  Value: 'value',
  Effect: 'effect',
  TolerationSeconds: ['tolerationSeconds', goPointer('int64')],
})

function operatorAndValue(toleration: JsonObject, place: Place): void {
  const operator = textAt(toleration, 'operator')
  const value = textAt(toleration, 'value')
  if (operator === 'Equal' || operator === '') {
    const faults = labelValue(value)
    if (faults.length > 0) place.invalid(value, faults.join(';'), 'operator')
  } else if (operator !== 'Exists') place.notSupported(operator, ['Equal', 'Exists'], 'operator')
  else if (value !== '') {
    place.invalidShown(goToleration(toleration), "value must be empty when `operator` is 'Exists'", 'operator')
  }
}

function checkToleration(value: JsonObject, place: Place): void {
  const key = textAt(value, 'key')
  const operator = textAt(value, 'operator')
  const effect = textAt(value, 'effect')
  if (key !== '') for (const fault of qualifiedName(key)) place.invalid(key, fault, 'key')
  if (key === '' && operator !== 'Exists') place.invalid(operator, MATCH_ALL, 'operator')
  const seconds: Json | undefined = value['tolerationSeconds']
  if (seconds !== undefined && seconds !== null && effect !== 'NoExecute') {
    place.invalid(effect, "effect must be 'NoExecute' when `tolerationSeconds` is set", 'effect')
  }
  operatorAndValue(value, place)
  if (effect !== '' && !EFFECTS.includes(effect)) place.notSupported(effect, EFFECTS, 'effect')
}

/** A list of tolerations, at any path. */
export const tolerations: Rule = each('', checkObject(checkToleration))

/** The tolerations in an annotation of early releases. */
export const annotatedTolerations: AnnotatedStruct = {
  type: 'core.Toleration',
  fields: {
    Key: 'string',
    Operator: 'core.TolerationOperator',
    Value: 'string',
    Effect: 'core.TaintEffect',
    TolerationSeconds: 'int64',
  },
  check: checkToleration,
}

const skew = checkObject((constraint, place) => {
  const given = boundedNumber(constraint['maxSkew'] ?? 0)
  if (given <= 0) place.invalid(given, 'must be greater than zero', 'maxSkew')
  if (textAt(constraint, 'topologyKey') === '') place.required('can not be empty', 'topologyKey')
  const unsatisfiable = textAt(constraint, 'whenUnsatisfiable')
  if (unsatisfiable !== 'DoNotSchedule' && unsatisfiable !== 'ScheduleAnyway') {
    place.notSupported(unsatisfiable, ['DoNotSchedule', 'ScheduleAnyway'], 'whenUnsatisfiable')
  }
})

const pair = (constraint: JsonObject): string =>
  `{${textAt(constraint, 'topologyKey')}, ${textAt(constraint, 'whenUnsatisfiable')}}`

/** When two constraints are equal, the earlier one gets the error. */
const distinct = checkObject((constraint, place) => {
  const own = pair(constraint)
  if (place.lastIndex(constraint, pair) > place.index) place.duplicate(own, '{topologyKey, whenUnsatisfiable}')
})

const domains = checkObject((constraint, place) => {
  const { minDomains } = constraint
  if (minDomains === undefined || minDomains === null) return
  const unsatisfiable = textAt(constraint, 'whenUnsatisfiable')
  if (boundedNumber(minDomains) <= 0) place.invalid(minDomains, 'must be greater than zero', 'minDomains')
  if (unsatisfiable !== 'DoNotSchedule') {
    const text = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${unsatisfiable}`
    place.invalid(minDomains, text, 'minDomains')
  }
})

const matchLabelKeys = checkObject((constraint, place) => {
  const keys = listAt(constraint, 'matchLabelKeys').map(String)
  const { labelSelector: selector } = constraint
  if (keys.length === 0) return
  if (!isObject(selector)) place.forbidden('must not be specified when labelSelector is not set', 'matchLabelKeys')
  const given = objectOrEmpty(selector)
  const labels = objectOrEmpty(given['matchLabels'])
  const selected = new Set([
    ...Object.keys(labels),
    ...listAt(given, 'matchExpressions')
      .filter(isObject)
      .map((expression) => textAt(expression, 'key')),
  ])
  keys.forEach((key, index) => {
    for (const fault of qualifiedName(key)) place.invalid(key, fault, 'matchLabelKeys', index)
    if (selected.has(key))
      place.invalid(key, 'exists in both matchLabelKeys and labelSelector', 'matchLabelKeys', index)
  })
})

/** The spread of pods over zones, racks and nodes. */
export const topologySpread: Rule = each(
  'topologySpreadConstraints',
  skew,
  distinct,
  domains,
  at('nodeAffinityPolicy', oneOf('Honor', 'Ignore')),
  at('nodeTaintsPolicy', oneOf('Honor', 'Ignore')),
  matchLabelKeys,
  at('labelSelector', labelSelector),
)

const gate = checkObject((value, place) => {
  const name = textAt(value, 'name')
  for (const fault of qualifiedName(name)) place.invalid(name, fault)
  if (isRepeated(name, 'name', place)) place.duplicate(name)
})

export const gates: Rule = all(
  each('readinessGates', at('conditionType', named(qualifiedName))),
  each('schedulingGates', gate),
)
