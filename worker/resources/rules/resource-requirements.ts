import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, ownMember } from '../../api/json.ts'
import { qualifiedName } from '../../api/names.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkObject, spelled } from '../notation/rule.ts'
import { listAt, textAt } from '../path.ts'
import { goQuantity } from './go-quantity.ts'
import { scopeOf } from './pod-scope.ts'
import { compareQuantityTexts, isNegative, isWhole } from './quantities.ts'
import { isHugePages, isOfContainers, isStandard, resourceNames, type ResourceNames } from './resource-names.ts'

const NOT_NEGATIVE = 'must be greater than or equal to 0'

/** Names are shown bare, as the real server does. */
export function checkContainerResourceName(names: ResourceNames, name: string, place: Place, ...steps: string[]): void {
  const faults = qualifiedName(name)
  for (const fault of faults) place.invalidShown(name, fault, ...steps)
  if (!name.includes('/')) {
    if (faults.length === 0 && !isStandard(name)) {
      place.invalidShown(name, 'must be a standard resource type or fully qualified', ...steps)
    }
    if (!isOfContainers(name)) place.invalidShown(name, 'must be a standard resource for containers', ...steps)
  } else if (!names.isNative(name) && !names.isExtended(name)) {
    place.invalidShown(name, "doesn't follow extended resource name standard", ...steps)
  }
}

export function checkAmount(
  names: ResourceNames,
  name: string,
  amount: string,
  place: Place,
  ...steps: string[]
): void {
  if (isNegative(amount)) place.invalid(amount, NOT_NEGATIVE, ...steps)
  if (names.isWhole(name) && !isWhole(amount)) {
    place.invalidShown(goQuantity(amount, { decimal: true }), 'must be an integer', ...steps)
  }
}

const amounts = (value: Json | undefined): readonly (readonly [string, string])[] =>
  isObject(value) ? Object.entries(value).map(([name, amount]) => [name, String(amount)]) : []

function checkRequest(
  names: ResourceNames,
  name: string,
  amount: string,
  limit: string | undefined,
  place: Place,
): void {
  const overcommitted = names.isOvercommitted(name)
  if (limit === undefined) {
    if (!overcommitted) place.required('Limit must be set for non overcommitable resources', 'limits')
    return
  }
  const order = compareQuantityTexts(amount, limit)
  if (order !== 0 && !overcommitted) {
    place.invalid(amount, `must be equal to ${name} limit of ${limit}`, 'requests')
  } else if (order > 0) place.invalid(amount, `must be less than or equal to ${name} limit of ${limit}`, 'requests')
}

function claims(requirements: JsonObject, place: Place): void {
  const known = new Set(
    listAt(scopeOf(place).spec, 'resourceClaims')
      .filter(isObject)
      .map((claim) => textAt(claim, 'name')),
  )
  const seen = new Set<string>()
  listAt(requirements, 'claims').forEach((claim, index) => {
    const name = isObject(claim) ? textAt(claim, 'name') : ''
    if (name === '') place.required('', 'claims', index)
    else if (seen.has(name)) place.duplicate(name, 'claims', index)
    else seen.add(name)
    if (name !== '' && !known.has(name)) place.notFound(name, 'claims', index)
  })
}

/** `resources` of a container: what it asks for and how much of it it may use. */
export const resourceRequirements: Rule = spelled((spell) => {
  const names = resourceNames(spell)
  const check = checkObject((requirements, place) => {
    const limits = amounts(requirements['limits'])
    const requests = amounts(requirements['requests'])
    const given = isObject(requirements['limits']) ? requirements['limits'] : {}
    for (const [name, amount] of limits) {
      checkContainerResourceName(names, name, place, 'limits', `[${name}]`)
      checkAmount(names, name, amount, place, 'limits', `[${name}]`)
    }
    for (const [name, amount] of requests) {
      checkContainerResourceName(names, name, place, 'requests', `[${name}]`)
      checkAmount(names, name, amount, place, 'requests', `[${name}]`)
      const limit = ownMember(given, name)
      checkRequest(names, name, amount, typeof limit === 'string' ? limit : undefined, place)
    }
    const all = [...limits, ...requests].map(([name]) => name)
    if (all.some(isHugePages) && !all.some((name) => name === 'cpu' || name === 'memory')) {
      place.forbidden('HugePages require cpu or memory')
    }
    claims(requirements, place)
  })
  return [check]
})

/** The limits of what a pod needs beside its containers; `from` takes them from the overhead. */
export const overheadLimits = (from: (overhead: JsonObject) => Json | undefined): Rule =>
  spelled((spell) => {
    const names = resourceNames(spell)
    return [
      checkObject((given, place) => {
        for (const [name, amount] of amounts(from(given))) {
          // The real server puts these under `limits`.
          checkContainerResourceName(names, name, place, 'limits', `[${name}]`)
          checkAmount(names, name, amount, place, 'limits', `[${name}]`)
        }
      }),
    ]
  })

export const overhead: Rule = at(
  'overhead',
  overheadLimits((limits) => limits),
)
