import { quoteAll } from '../../api/go-format.ts'
import type { PolicyRule } from '../authorizer.ts'
import { pathCovers } from './policy-rules.ts'

/**
 * The most units of one request that are compared one by one. A rule has one unit for each combination of the texts in its
 * lists: 800 texts can be a billion units. A longer rule counts as covered only when one rule covers all of it.
 */
const MAX_UNITS = 10_000

/**
 * The permissions in `wanted` that `owned` does not cover, in the smallest units; empty when everything is covered. Beyond
 * MAX_UNITS, a rule is returned whole.
 */
export function missingRules(owned: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly PolicyRule[] {
  let left = MAX_UNITS
  return wanted.flatMap((rule) => {
    if (owned.some((own) => covers(own, rule))) return []
    left -= countUnits(rule)
    if (left < 0) return [rule]
    return unitsOf(rule).filter((unit) => !owned.some((own) => covers(own, unit)))
  })
}

const countUnits = ({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): number =>
  verbs.length * (apiGroups.length * resources.length * Math.max(1, resourceNames.length) + nonResourceURLs.length)

const NOTHING = { apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] }

/**
 * Splits a rule into units: one verb on one resource, with one name when the rule has names, or one verb on one path.
 */
function unitsOf({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): readonly PolicyRule[] {
  const names = resourceNames.length === 0 ? [[]] : resourceNames.map((name) => [name])
  const ofResources = apiGroups.flatMap((group) =>
    resources.flatMap((resource) =>
      verbs.flatMap((verb) =>
        names.map((name) => ({
          ...NOTHING,
          verbs: [verb],
          apiGroups: [group],
          resources: [resource],
          resourceNames: name,
        })),
      ),
    ),
  )
  const ofPaths = nonResourceURLs.flatMap((path) =>
    verbs.map((verb) => ({ ...NOTHING, verbs: [verb], nonResourceURLs: [path] })),
  )
  return [...ofResources, ...ofPaths]
}

const hasAll = (list: readonly string[], wanted: readonly string[]): boolean =>
  list.includes('*') || wanted.every((value) => list.includes(value))

function covers(owned: PolicyRule, unit: PolicyRule): boolean {
  const sub = (resource: string): string => `*/${resource.split('/').slice(1).join('/')}`
  const resources = owned.resources.includes('*')
    ? true
    : unit.resources.every(
        (resource) =>
          owned.resources.includes(resource) || (resource.includes('/') && owned.resources.includes(sub(resource))),
      )
  const names =
    owned.resourceNames.length === 0 ||
    (unit.resourceNames.length > 0 && unit.resourceNames.every((name) => owned.resourceNames.includes(name)))
  return (
    hasAll(owned.verbs, unit.verbs) &&
    hasAll(owned.apiGroups, unit.apiGroups) &&
    resources &&
    names &&
    unit.nonResourceURLs.every((path) => owned.nonResourceURLs.some((pattern) => pathCovers(pattern, path)))
  )
}

/**
 * Rules as the real server lists them in a refusal: sorted lines, in which the rules for one resource are one line with all
 * their verbs.
 */
export function describeRules(rules: readonly PolicyRule[]): string {
  const simple = new Map<string, PolicyRule & { readonly verbs: string[] }>()
  const lines: string[] = []
  for (const rule of rules) {
    const { resources, apiGroups, resourceNames, nonResourceURLs } = rule
    const isSimple =
      resources.length === 1 && apiGroups.length === 1 && resourceNames.length <= 1 && nonResourceURLs.length === 0
    if (!isSimple) {
      lines.push(describe(rule))
      continue
    }
    const key = JSON.stringify([apiGroups, resources, resourceNames])
    const before = simple.get(key)
    if (before === undefined) simple.set(key, { ...rule, verbs: [...rule.verbs] })
    else for (const verb of rule.verbs) before.verbs.push(verb)
  }
  return [...new Set([...lines, ...[...simple.values()].map(describe)])].sort().join('\n')
}

function describe(rule: PolicyRule): string {
  const parts = [
    ['APIGroups', rule.apiGroups],
    ['Resources', rule.resources],
    ['NonResourceURLs', rule.nonResourceURLs],
    ['ResourceNames', rule.resourceNames],
    ['Verbs', rule.verbs],
  ] as const
  const shown = parts.filter(([, list]) => list.length > 0).map(([name, list]) => `${name}:${quoteAll(list)}`)
  return `{${shown.join(', ')}}`
}
