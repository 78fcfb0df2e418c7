import { formatGroupResource } from '../../api/group-version.ts'
import type { ApiObject } from '../../api/object.ts'
import { compareQuantities, formatQuantity, type Quantity, subtractQuantities } from '../../api/quantity.ts'
import { plainError } from '../../api/status.ts'
import type { AdmissionRequest } from '../admission.ts'
import { objectOf, objectsOf, specOf } from '../object-parts.ts'
import { refused } from '../refusal.ts'
import { addLists, readResourceList, type ResourceList } from '../resource-list.ts'
import type { LimitedResource } from './limited-resources.ts'
import { readScope, type Evaluator, type ScopeRequirement } from './quota.ts'

/** A quota with its usage, which grows with each charged request. */
export interface QuotaUsage {
  readonly quota: ApiObject
  readonly hard: ResourceList
  readonly used: ResourceList
}

export function readQuotaUsage(quota: ApiObject): QuotaUsage {
  const status = objectOf(quota, 'status')
  return { quota, hard: readResourceList(status, 'hard'), used: readResourceList(status, 'used') }
}

const nameOf = ({ quota }: QuotaUsage): string => quota.metadata?.name ?? ''

/**
 * Charges one request to every quota that counts it. The limits are read from the quota's status, not from its spec
 * (reference/admission.md 23).
 * @throws StatusError when a quota is exceeded or its usage is unknown, when the object lacks a required resource, and when no
 * quota covers a limited resource
 */
export function charge(
  quotas: readonly QuotaUsage[],
  request: AdmissionRequest,
  evaluator: Evaluator,
  limited: readonly LimitedResource[],
): readonly QuotaUsage[] {
  const { object = {} } = request
  const usage = evaluator.usage(object)
  const scopesLimited = limited.flatMap(({ matchScopes }) => inScopes(evaluator, object, matchScopes))
  const namesLimited = limitedNames(usage, limited, request)
  const scopesHeld: ScopeRequirement[] = []
  const concerned = new Set<QuotaUsage>()
  const namesHeld = new Set<string>()
  for (const quotaUsage of quotas) {
    const scopes = scopesOf(quotaUsage.quota)
    const matching = inScopes(evaluator, object, scopes)
    scopesHeld.push(...matching)
    const names = [...quotaUsage.hard.keys()].filter((name) => evaluator.counts(name)).sort()
    if (names.length === 0 || matching.length < scopes.length) continue
    const missing = evaluator.missing?.(specOf(object), new Set(names))
    if (missing !== undefined) throw refused(request, `failed quota: ${nameOf(quotaUsage)}: ${missing}`)
    if (names.some((name) => !quotaUsage.used.has(name))) {
      throw refused(request, `status unknown for quota: ${nameOf(quotaUsage)}, resources: ${names.join(',')}`)
    }
    concerned.add(quotaUsage)
    for (const name of names) namesHeld.add(name)
  }
  const negative = [...usage].filter(([, amount]) => amount.unscaled < 0n).map(([name]) => name)
  if (negative.length > 0)
    throw refused(request, `quota usage is negative for resource(s): ${negative.sort().join(',')}`)
  const delta = growth(usage, request, evaluator)
  if (delta.size === 0) return quotas
  const uncovered = namesLimited.filter((name) => !namesHeld.has(name))
  if (uncovered.length > 0) throw refused(request, `insufficient quota to consume: ${uncovered.join(',')}`)
  const open = scopesLimited.filter(({ scopeName }) => !scopesHeld.some((held) => held.scopeName === scopeName))
  // The refusal is a 500, not a 403 (reference/admission.md 25).
  if (open.length > 0) throw plainError(`insufficient quota to match these scopes: [${open.map(showScope).join(' ')}]`)
  return quotas.map((quotaUsage) => (concerned.has(quotaUsage) ? charged(quotaUsage, delta, request) : quotaUsage))
}

const showScope = ({ scopeName, operator, values }: ScopeRequirement): string =>
  `{${scopeName} ${operator} [${values.join(' ')}]}`

function charged(quotaUsage: QuotaUsage, delta: ResourceList, request: AdmissionRequest): QuotaUsage {
  const { hard } = quotaUsage
  const requested = new Map([...delta].filter(([name]) => hard.has(name)))
  const used = addLists(quotaUsage.used, requested)
  const exceeded = [...requested.keys()].filter((name) => {
    const [total, limit] = [used.get(name), hard.get(name)]
    return total !== undefined && limit !== undefined && compareQuantities(total, limit) > 0
  })
  if (exceeded.length === 0) return { ...quotaUsage, used }
  const shown = (list: ResourceList): string => {
    const present = exceeded.filter((name) => list.has(name)).sort()
    return present.map((name) => `${name}=${formatQuantity(list.get(name) as Quantity)}`).join(',')
  }
  const sums = `requested: ${shown(requested)}, used: ${shown(quotaUsage.used)}, limited: ${shown(hard)}`
  throw refused(request, `exceeded quota: ${nameOf(quotaUsage)}, ${sums}`)
}

/** The usage that the request adds. An update adds the increase over the old object and never lowers the usage. */
function growth(usage: ResourceList, { operation, oldObject }: AdmissionRequest, evaluator: Evaluator): ResourceList {
  const before: ResourceList =
    operation === 'UPDATE' && oldObject !== undefined ? evaluator.usage(oldObject) : new Map()
  const delta = [...usage].map(([name, amount]): [string, Quantity] => {
    const old = before.get(name)
    return [name, old === undefined ? amount : subtractQuantities(amount, old)]
  })
  return new Map(delta.filter(([, amount]) => amount.unscaled > 0n))
}

/** The scopes that match an object. */
export const inScopes = (
  evaluator: Evaluator,
  object: ApiObject,
  scopes: readonly ScopeRequirement[],
): ScopeRequirement[] => scopes.filter((scope) => evaluator.inScope?.(object, scope) ?? false)

/** The names in the usage that the configuration admits only if a quota covers them. */
function limitedNames(
  usage: ResourceList,
  limited: readonly LimitedResource[],
  { resource }: AdmissionRequest,
): string[] {
  const here = limited.filter((one) => formatGroupResource(one) === formatGroupResource(resource))
  const patterns = here.flatMap(({ matchContains }) => matchContains)
  return [...usage]
    .filter(([name, { unscaled }]) => unscaled > 0n && patterns.some((pattern) => name.includes(pattern)))
    .map(([name]) => name)
    .sort()
}

/** The scopes of a quota. The quota counts an object when all of them match. */
export function scopesOf(quota: ApiObject): ScopeRequirement[] {
  const spec = specOf(quota)
  const plain = Array.isArray(spec['scopes']) ? spec['scopes'] : []
  return [
    ...plain.map((scopeName) => ({ scopeName: String(scopeName), operator: 'Exists', values: [] })),
    ...objectsOf(objectOf(spec, 'scopeSelector'), 'matchExpressions').map(readScope),
  ]
}
