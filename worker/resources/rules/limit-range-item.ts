import { doubleOf } from '../../api/numbers.ts'
import { ownMember, type Json, type JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { qualifiedName } from '../../api/names.ts'
import { canonicalMilliQuantity, parseQuantity } from '../../api/quantity.ts'
import { asWritten } from '../../api/written-quantity.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { checkObject, isRepeated, spelled } from '../notation/rule.ts'
import { textAt } from '../path.ts'
import { goQuantity } from './go-quantity.ts'
import { compareQuantityTexts } from './quantities.ts'
import type { ResourceNames } from './resource-names.ts'
import { isStandard, resourceNames } from './resource-names.ts'
import { checkContainerResourceName } from './resource-requirements.ts'

const TYPES = ['Pod', 'Container', 'PersistentVolumeClaim']

type Amounts = Readonly<Record<string, string>>

const writtenText = (amounts: JsonObject, name: string): string =>
  asWritten(amounts, name)?.text ?? String(amounts[name])

const amounts = (item: JsonObject, field: string): Amounts => {
  const value: Json | undefined = item[field]
  return isObject(value) ? Object.fromEntries(Object.keys(value).map((key) => [key, writtenText(value, key)])) : {}
}

function checkType(item: JsonObject, place: Place): void {
  const type = textAt(item, 'type')
  const faults = qualifiedName(type)
  for (const fault of faults) place.invalid(type, fault, 'type')
  if (faults.length === 0 && !type.includes('/') && !TYPES.includes(type)) {
    place.invalid(type, 'must be a standard limit type or fully qualified', 'type')
  }
  if (isRepeated(type, 'type', place)) place.duplicate(type, 'type')
}

interface ItemName {
  /** The type of the item: `Container`. */
  readonly type: string
  readonly field: string
  readonly name: string
}

function checkName(names: ResourceNames, { type, field, name }: ItemName, place: Place): void {
  const steps = [field, `[${name}]`]
  if (type === 'Pod' || type === 'Container') return checkContainerResourceName(names, name, place, ...steps)
  const faults = qualifiedName(name)
  for (const fault of faults) place.invalidShown(name, fault, ...steps)
  if (faults.length === 0 && !name.includes('/') && !isStandard(name)) {
    place.invalidShown(name, 'must be a standard resource type or fully qualified', ...steps)
  }
}

/** Amounts of one resource, as they are in the document. The text is empty for null, which is zero. */
interface Bounds {
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly limit?: string | undefined
  readonly request?: string | undefined
  readonly ratio?: string | undefined
}

const exceeds = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && compareQuantityTexts(a || '0', b || '0') > 0

/** The canonical text of an amount. */
const textOf = (given: string | undefined): string => canonicalMilliQuantity(given || '0')
const shown = (given: string | undefined): string => goQuantity(given ?? '0', textOf(given))

/** Reports faults in the order of the real server. The shown value is not always the value of the field. */
function checkOrder(bounds: Bounds, name: string, place: Place): void {
  const key = `[${name}]`
  const { min, max, limit, request } = bounds
  const text = { min: textOf(min), max: textOf(max), limit: textOf(limit), request: textOf(request) }
  if (exceeds(min, max))
    place.invalidShown(shown(min), `min value ${text.min} is greater than max value ${text.max}`, 'min', key)
  const ofRequest = (why: string): void => place.invalidShown(shown(request), why, 'defaultRequest', key)
  if (exceeds(min, request)) ofRequest(`min value ${text.min} is greater than default request value ${text.request}`)
  if (exceeds(request, max)) ofRequest(`default request value ${text.request} is greater than max value ${text.max}`)
  if (exceeds(request, limit))
    ofRequest(`default request value ${text.request} is greater than default limit value ${text.limit}`)
  if (exceeds(min, limit)) {
    place.invalidShown(shown(min), `min value ${text.min} is greater than default value ${text.limit}`, 'default', key)
  }
  if (exceeds(limit, max)) {
    place.invalidShown(shown(max), `default value ${text.limit} is greater than max value ${text.max}`, 'default', key)
  }
}

function toNumber(given: string): number {
  const { unscaled, exp10 } = parseQuantity(textOf(given))
  return doubleOf(unscaled) * 10 ** exp10
}

function checkRatio({ min, max, ratio }: Bounds, name: string, place: Place): void {
  if (ratio === undefined) return
  const steps = ['maxLimitRequestRatio', `[${name}]`]
  if (exceeds('1', ratio)) {
    place.invalidShown(shown(ratio), `ratio ${textOf(ratio)} is less than 1`, ...steps)
  }
  if (min === undefined || max === undefined) return
  const widest = toNumber(max) / toNumber(min)
  if (toNumber(ratio) > widest) {
    place.invalidShown(shown(ratio), `ratio ${textOf(ratio)} is greater than max/min = ${widest.toFixed(6)}`, ...steps)
  }
}

/** A resource without overcommitment requires equal request and limit. */
function checkEqual(names: ResourceNames, { limit, request }: Bounds, name: string, place: Place): void {
  if (names.isOvercommitted(name) || limit === undefined || request === undefined) return
  if (compareQuantityTexts(limit || '0', request || '0') === 0) return
  const text = `default value ${textOf(limit)} must equal to defaultRequest value ${textOf(request)} in ${name}`
  place.invalidShown(shown(request), text, 'defaultRequest', `[${name}]`)
}

function checkNames(names: ResourceNames, item: JsonObject, place: Place): void {
  const type = textAt(item, 'type')
  const of = (field: string): readonly string[] => Object.keys(amounts(item, field))
  const check = (field: string): void => {
    for (const name of of(field)) checkName(names, { type, field, name }, place)
  }
  check('max')
  check('min')
  for (const field of ['default', 'defaultRequest']) {
    if (type !== 'Pod') check(field)
    else if (of(field).length > 0) place.forbidden("may not be specified when `type` is 'Pod'", field)
  }
  if (type === 'PersistentVolumeClaim' && !of('min').includes('storage') && !of('max').includes('storage')) {
    place.required('either minimum or maximum storage value is required, but neither was provided', 'limits')
  }
  check('maxLimitRequestRatio')
}

/** The minimum, maximum and default amounts for objects of one type. */
export const limitRangeItem: Rule = spelled((spell) => {
  const names = resourceNames(spell)
  return [
    checkObject((item, place) => {
      checkType(item, place)
      checkNames(names, item, place)
      const isPod = textAt(item, 'type') === 'Pod'
      const [min, max, ratio] = [amounts(item, 'min'), amounts(item, 'max'), amounts(item, 'maxLimitRequestRatio')]
      const limit = isPod ? {} : amounts(item, 'default')
      const request = isPod ? {} : amounts(item, 'defaultRequest')
      for (const name of Object.keys({ ...max, ...min, ...limit, ...request, ...ratio })) {
        const bounds = {
          min: ownMember(min, name),
          max: ownMember(max, name),
          limit: ownMember(limit, name),
          request: ownMember(request, name),
          ratio: ownMember(ratio, name),
        }
        checkOrder(bounds, name, place)
        checkRatio(bounds, name, place)
        checkEqual(names, bounds, name, place)
      }
    }),
  ]
})
