import type { JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty, ownMember } from '../../api/json.ts'
import { qualifiedName } from '../../api/names.ts'
import type { ApiObject } from '../../api/object.ts'
import { asGiven } from '../../api/given-empty.ts'
import { age, text } from '../columns.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkObject, spelled } from '../notation/rule.ts'
import { listAt, ensuredObject, textAt, valueAt } from '../path.ts'
import { goSlice, goStrings, goStruct } from '../../api/go-source.ts'
import { isStandard, resourceNames } from '../rules/resource-names.ts'
import { checkAmount } from '../rules/resource-requirements.ts'
import type { Kind } from '../resource.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

const OF_PODS = ['cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory', 'pods']
/** The resources that each scope can restrict. */
const SCOPES = lookupTable<readonly string[]>({
  Terminating: OF_PODS,
  NotTerminating: OF_PODS,
  BestEffort: ['pods'],
  NotBestEffort: OF_PODS,
  PriorityClass: OF_PODS,
  CrossNamespacePodAffinity: OF_PODS,
})
const OPPOSITES = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
]

const isCounted = (name: string): boolean => name !== 'storage' && isStandard(name)

/** Amounts of the resources that a quota can count. */
const amounts: Rule = spelled((spell) => {
  const names = resourceNames(spell)
  return [
    checkObject((given, place) => {
      for (const [name, amount] of Object.entries(given)) {
        const key = `[${name}]`
        const faults = qualifiedName(name)
        for (const fault of faults) place.invalidShown(name, fault, key)
        if (!name.includes('/')) {
          if (faults.length === 0 && !isStandard(name)) {
            place.invalidShown(name, 'must be a standard resource type or fully qualified', key)
          }
          if (!isCounted(name)) place.invalidShown(name, 'must be a standard resource for quota', key)
        }
        checkAmount(names, [name, String(amount), given], place, key)
      }
    }),
  ]
})

/** The resources of a quota that each of its scopes must be able to restrict. */
const countedNames = (spec: JsonObject): readonly string[] => Object.keys(objectOrEmpty(spec['hard'])).filter(isCounted)

/** The subset of the names that the scope cannot restrict. */
const foreign = (names: readonly string[], scope: string): readonly string[] => {
  const own = ownMember(SCOPES, scope)
  return own === undefined ? [] : names.filter((name) => !own.includes(name))
}

const isConflicting = (scopes: readonly string[]): boolean =>
  OPPOSITES.some((pair) => pair.every((scope) => scopes.includes(scope)))

const goScopes = goSlice('core.ResourceQuotaScope')

const REQUIREMENT = 'core.ScopedResourceSelectorRequirement'

const goScopeSelector = goStruct('core.ScopeSelector', {
  MatchExpressions: [
    'matchExpressions',
    goSlice(
      REQUIREMENT,
      goStruct(REQUIREMENT, { ScopeName: 'scopeName', Operator: 'operator', Values: ['values', goStrings] }),
    ),
  ],
})

const scopes: Rule = checkObject((spec, place) => {
  const given = listAt(spec, 'scopes').map(String)
  const fault = (detail: string): void => place.invalidShown(goScopes(given), detail, 'scopes')
  const names = countedNames(spec)
  for (const scope of given) {
    if (SCOPES[scope] === undefined) fault('unsupported scope')
    for (const _ of foreign(names, scope)) fault('unsupported scope applied to resource')
  }
  if (isConflicting(given)) fault('conflicting scopes')
})

const ONLY_EXISTS =
  "must be 'Exist' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity"

/** The errors of all requirements have one path, as in the real server. */
function checkRequirement(spec: JsonObject, names: readonly string[], requirement: JsonObject, place: Place): void {
  const path = ['scopeSelector', 'matchExpressions']
  const scope = textAt(requirement, 'scopeName')
  const operator = textAt(requirement, 'operator')
  const { values } = requirement
  const count = Array.isArray(values) ? values.length : 0
  if (SCOPES[scope] === undefined) place.invalid(scope, 'unsupported scope', ...path, 'scopeName')
  for (const _ of foreign(names, scope)) {
    place.invalidShown(
      goScopeSelector(ensuredObject(spec, 'scopeSelector')),
      'unsupported scope applied to resource',
      ...path,
    )
  }
  if (SCOPES[scope] !== undefined && scope !== 'PriorityClass' && operator !== 'Exists') {
    place.invalid(operator, ONLY_EXISTS, ...path, 'operator')
  }
  if (operator === 'In' || operator === 'NotIn') {
    const text = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector"
    if (count === 0) place.required(text, ...path, 'values')
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    const text = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector"
    if (count > 0) place.invalidShown(goStrings(values), text, ...path, 'values')
  } else place.invalid(operator, 'not a valid selector operator', ...path, 'operator')
}

const scopeSelector: Rule = checkObject((spec, place) => {
  const requirements = listAt(spec, 'scopeSelector.matchExpressions').filter(isObject)
  const names = countedNames(spec)
  for (const requirement of requirements) checkRequirement(spec, names, requirement, place)
  if (isConflicting(requirements.map((requirement) => textAt(requirement, 'scopeName')))) {
    // As in the real server, the value that this error shows is the list `scopes`, and not the selector.
    const given = asGiven(spec, 'scopes')
    place.invalidShown(goScopes(given), 'conflicting scopes', 'scopeSelector', 'matchExpressions')
  }
})

const fixedScopes: Rule = checkObject((spec, place, old) => {
  // The real server compares sets: a scope may be repeated.
  const distinct = (value: JsonObject): string => [...new Set(listAt(value, 'scopes').map(String))].sort().join()
  if (old === undefined || distinct(spec) === distinct(old)) return
  place.invalidShown(goScopes(asGiven(spec, 'scopes')), 'field is immutable', 'scopes')
})

const spec: Rule = at('spec', at('hard', amounts), scopes, scopeSelector)
const status: Rule = at('status', at('hard', amounts), at('used', amounts))

/** A column of used and allowed amounts, such as `pods: 1/2, services: 0/5`. */
function usage(quota: ApiObject, isLimit: boolean): string {
  const most = valueAt(quota, 'status.hard')
  const used = valueAt(quota, 'status.used')
  return Object.entries(objectOrEmpty(most))
    .filter(([name]) => name.startsWith('limits.') === isLimit)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, amount]) => `${name}: ${String((isObject(used) ? used[name] : undefined) ?? 0)}/${String(amount)}`)
    .join(', ')
}

export const resourceQuotas = {
  resource: 'resourcequotas',
  rules: [spec, status],
  updates: [spec, at('spec', fixedScopes)],
  subresourceRules: { status: [status] },
  behaviour: () => ({
    columns: [
      age,
      text('Request', 'Request represents a minimum amount of cpu/memory that a container may consume.', (quota) =>
        usage(quota, false),
      ),
      text(
        'Limit',
        'Limits control the maximum amount of cpu/memory that a container may use independent of contention on the node.',
        (quota) => usage(quota, true),
      ),
    ],
  }),
} satisfies Kind
