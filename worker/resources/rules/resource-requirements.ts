import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty, ownMember } from '../../api/json.ts'
import { qualifiedName } from '../../api/names.ts'
import type { Quantity } from '../../api/quantity.ts'
import { parseQuantity, quantityValue } from '../../api/quantity.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkObject, spelled } from '../notation/rule.ts'
import { listAt, textAt } from '../path.ts'
import { goAmount } from './go-quantity.ts'
import { scopeOf } from './pod-scope.ts'
import { compareQuantityTexts, givenQuantity, isNegative, isWhole } from './quantities.ts'
import {
  isHugePages,
  isOfContainers,
  isStandard,
  pageSizeOf,
  resourceNames,
  type ResourceNames,
} from './resource-names.ts'

const NOT_NEGATIVE = 'must be greater than or equal to 0'

/** Whether the amount is a multiple of the page size in the name: false for 3Mi of `hugepages-2Mi`. */
function isWholePages(name: string, amount: string): boolean {
  const text = pageSizeOf(name)
  const size = quantityOrNone(text)
  if (size === undefined || size.unscaled <= 0n || !isWhole(text)) return false
  return quantityValue(parseQuantity(amount)) % quantityValue(size) === 0n
}

function quantityOrNone(text: string): Quantity | undefined {
  try {
    return parseQuantity(text)
  } catch {
    return undefined
  }
}

function checkPages(name: string, amount: string, place: Place, ...steps: string[]): void {
  if (!isHugePages(name) || isWholePages(name, amount)) return
  place.invalid(amount, `${amount} is not positive integer multiple of ${name}`, ...steps)
}

/** Errors show names without quotes, as in the real server. */
export function checkContainerResourceName(names: ResourceNames, name: string, place: Place, ...steps: string[]): void {
  const faults = qualifiedName(name)
  for (const fault of faults) place.invalidShown(name, fault, ...steps)
  checkContainerResource({ names, name, hasFaults: faults.length > 0 }, place, ...steps)
}

interface ResourceOfContainer {
  readonly names: ResourceNames
  readonly name: string
  /** Whether the form of the name has faults, which the caller has reported. */
  readonly hasFaults: boolean
}

/** Reports a well-formed name of a resource that containers cannot have. */
export function checkContainerResource(
  { names, name, hasFaults }: ResourceOfContainer,
  place: Place,
  ...steps: string[]
): void {
  if (!name.includes('/')) {
    if (!hasFaults && !isStandard(name)) {
      place.invalidShown(name, 'must be a standard resource type or fully qualified', ...steps)
    }
    if (!isOfContainers(name)) place.invalidShown(name, 'must be a standard resource for containers', ...steps)
  } else if (!names.isNative(name) && !names.isExtended(name)) {
    place.invalidShown(name, "doesn't follow extended resource name standard", ...steps)
  }
}

/** An amount of a resource, `cpu`, `500m`, and the object that holds it. */
type Amount = readonly [name: string, amount: string, holder: JsonObject]

export function checkAmount(names: ResourceNames, amount: Amount, place: Place, ...steps: string[]): void {
  const [name, text, holder] = amount
  if (isNegative(text)) place.invalid(text, NOT_NEGATIVE, ...steps)
  if (names.isWhole(name) && !isWhole(givenQuantity(holder, name))) {
    place.invalidShown(goAmount(holder, name), 'must be an integer', ...steps)
  }
}

const amounts = (value: Json | undefined): readonly Amount[] =>
  isObject(value) ? Object.entries(value).map(([name, amount]) => [name, String(amount), value]) : []

function checkRequest(names: ResourceNames, request: Amount, limits: JsonObject, place: Place): void {
  const [name, amount, holder] = request
  const overcommitted = names.isOvercommitted(name)
  const limit = ownMember(limits, name)
  if (typeof limit !== 'string') {
    if (!overcommitted) place.required('Limit must be set for non overcommitable resources', 'limits')
    return
  }
  const order = compareQuantityTexts(givenQuantity(holder, name), givenQuantity(limits, name))
  if (order !== 0 && !overcommitted) {
    place.invalid(amount, `must be equal to ${name} limit of ${limit}`, 'requests')
  } else if (order > 0) place.invalid(amount, `must be less than or equal to ${name} limit of ${limit}`, 'requests')
}

/** A container with huge pages also needs a request or limit of cpu or memory. */
function checkHugePagesAlone(all: readonly Amount[], place: Place): void {
  if (all.some(([name]) => isHugePages(name)) && !all.some(([name]) => name === 'cpu' || name === 'memory')) {
    place.forbidden('HugePages require cpu or memory')
  }
}

function claims(requirements: JsonObject, place: Place): void {
  const claimNames = new Set(
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
    if (name !== '' && !claimNames.has(name)) {
      const all = claimNames.size === 0 ? ' which is empty' : `: ${[...claimNames].sort().join(', ')}`
      place.notFoundAmong(name, `must be one of the names in pod.spec.resourceClaims${all}`, 'claims', index)
    }
  })
}

/** `resources` of a container: its requests and limits. */
export const resourceRequirements: Rule = spelled((spell) => {
  const names = resourceNames(spell)
  const check = checkObject((requirements, place) => {
    const { limits: limited, requests: requested, claims: claimed } = requirements
    if (limited === undefined && requested === undefined && claimed === undefined) return
    const limits = amounts(limited)
    const requests = amounts(requested)
    const given = objectOrEmpty(limited)
    for (const limit of limits) {
      const [name, amount] = limit
      checkContainerResourceName(names, name, place, 'limits', `[${name}]`)
      checkAmount(names, limit, place, 'limits', `[${name}]`)
      checkPages(name, amount, place, 'limits', `[${name}]`)
    }
    for (const request of requests) {
      const [name, amount] = request
      checkContainerResourceName(names, name, place, 'requests', `[${name}]`)
      checkAmount(names, request, place, 'requests', `[${name}]`)
      checkRequest(names, request, given, place)
      checkPages(name, amount, place, 'requests', `[${name}]`)
    }
    checkHugePagesAlone([...limits, ...requests], place)
    claims(requirements, place)
  })
  return [check]
})

/** The rules of the overhead of a Pod or a RuntimeClass; `from` returns its map of amounts. */
export const overheadLimits = (from: (overhead: JsonObject) => Json | undefined): Rule =>
  spelled((spell) => {
    const names = resourceNames(spell)
    return [
      checkObject((given, place) => {
        const all = amounts(from(given))
        for (const one of all) {
          const [name, amount] = one
          // The real server reports these under `limits`.
          checkContainerResourceName(names, name, place, 'limits', `[${name}]`)
          checkAmount(names, one, place, 'limits', `[${name}]`)
          checkPages(name, amount, place, 'limits', `[${name}]`)
        }
        checkHugePagesAlone(all, place)
      }),
    ]
  })

export const overhead: Rule = at(
  'overhead',
  overheadLimits((limits) => limits),
)
