import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject, objectsIn, stringsIn } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { goJson } from '../../worker/api/go-json.ts'

/** The object to be written, and the differences between its stored and its desired state. */
export interface Reconciliation {
  readonly object: ApiObject
  /** The write that the object needs; undefined when nothing changes. */
  readonly operation: 'create' | 'update' | 'recreate' | undefined
  readonly lists: readonly { readonly title: string; readonly items: readonly JsonObject[] }[]
}

/**
 * Splits a rule into the units in which rules are compared: one verb of one resource and name, or one verb of one path.
 */
function atoms(rule: JsonObject): JsonObject[] {
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule
  const names = resourceNames === undefined ? [undefined] : stringsIn(resourceNames)
  const ofResources = stringsIn(apiGroups).flatMap((group) =>
    stringsIn(resources).flatMap((resource) =>
      stringsIn(verbs).flatMap((verb) =>
        (names.length === 0 ? [undefined] : names).map((name) => ({
          verbs: [verb],
          apiGroups: [group],
          resources: [resource],
          ...(name === undefined ? {} : { resourceNames: [name] }),
        })),
      ),
    ),
  )
  const ofUrls = stringsIn(nonResourceURLs).flatMap((url) =>
    stringsIn(verbs).map((verb) => ({ verbs: [verb], nonResourceURLs: [url] })),
  )
  return [...ofResources, ...ofUrls]
}

/** Whether a granted value covers a required one: an equal value, `*`, or a path that ends in `*`. */
const covers = (granted: unknown, required: string): boolean =>
  stringsIn(granted).some(
    (each) =>
      each === '*' ||
      each === required ||
      (each.endsWith('*') && each.startsWith('/') && required.startsWith(each.slice(0, -1))),
  )

function isCovered(atom: JsonObject, rules: readonly JsonObject[]): boolean {
  const one = (field: string): string => stringsIn(atom[field])[0] ?? ''
  return rules.some((rule) => {
    if (!covers(rule.verbs, one('verbs'))) return false
    if (atom.nonResourceURLs !== undefined) return covers(rule.nonResourceURLs, one('nonResourceURLs'))
    const names = stringsIn(rule.resourceNames)
    const named = names.length === 0 || names.includes(one('resourceNames'))
    return named && covers(rule.apiGroups, one('apiGroups')) && covers(rule.resources, one('resources'))
  })
}

const uncovered = (rules: readonly JsonObject[], by: readonly JsonObject[]): JsonObject[] =>
  rules.flatMap(atoms).filter((atom) => !isCovered(atom, by))

/** The metadata of the stored object with the labels and annotations that it lacks. */
function mergedMetadata(desired: ApiObject, live: ApiObject): ApiObject['metadata'] {
  const { labels, annotations } = desired.metadata ?? {}
  return {
    ...live.metadata,
    ...(labels === undefined ? {} : { labels: { ...labels, ...live.metadata?.labels } }),
    ...(annotations === undefined ? {} : { annotations: { ...annotations, ...live.metadata?.annotations } }),
  }
}

const same = (a: Json | undefined, b: Json | undefined): boolean => goJson(a ?? null) === goJson(b ?? null)

const hasSameMetadata = ({ metadata = {} }: ApiObject, live: ApiObject): boolean =>
  goJson(metadata) === goJson(live.metadata ?? {})

/** Adds the missing rules and, with `removeExtra`, removes the extra ones. */
export function reconcileRole(desired: ApiObject, live: ApiObject | undefined, removeExtra: boolean): Reconciliation {
  const [desiredRules, liveRules] = [objectsIn(desired.rules), objectsIn(live?.rules)]
  const areAggregated = desired.aggregationRule !== undefined && live?.aggregationRule !== undefined
  // kubectl lists the rules of a new role as they are, and splits the rules of an existing role.
  const missing = live === undefined ? desiredRules : uncovered(desiredRules, liveRules)
  const extra = removeExtra && !areAggregated ? uncovered(liveRules, desiredRules) : []
  const lists = [
    { title: 'missing rules added', items: missing },
    { title: 'extra rules removed', items: extra },
  ]
  if (live === undefined) return { object: desired, operation: 'create', lists }
  const changed = missing.length + extra.length > 0
  const rules = removeExtra ? desiredRules : [...liveRules, ...missing]
  const { aggregationRule: _, ...rest } = live
  const aggregationRule = reconciledAggregation(desired.aggregationRule, live.aggregationRule, removeExtra)
  const object = {
    ...rest,
    ...(aggregationRule === undefined ? {} : { aggregationRule }),
    metadata: mergedMetadata(desired, live),
    ...(changed ? { rules } : {}),
  }
  const isKept = !changed && same(aggregationRule, live.aggregationRule) && hasSameMetadata(object, live)
  return { object, operation: isKept ? undefined : 'update', lists }
}

/**
 * The selectors of both rules, or with `removeExtra` only the selectors of the desired rule. Undefined when no aggregation is
 * desired.
 */
function reconciledAggregation(
  desired: Json | undefined,
  live: Json | undefined,
  removeExtra: boolean,
): Json | undefined {
  if (!isObject(desired)) return undefined
  if (removeExtra || !isObject(live)) return desired
  const old = objectsIn(live.clusterRoleSelectors)
  const missing = objectsIn(desired.clusterRoleSelectors).filter((each) => !old.some((other) => same(each, other)))
  return missing.length === 0 ? live : { ...live, clusterRoleSelectors: [...old, ...missing] }
}

/** Whether two subjects have the same kind, name and namespace. */
export const sameSubject = (a: JsonObject, b: JsonObject): boolean =>
  a.kind === b.kind && a.name === b.name && (a.namespace ?? '') === (b.namespace ?? '')

/**
 * Whether two subjects also have the same group. kubectl compares a subject of a file before the server writes its
 * default group.
 */
const isEqualSubject = (a: JsonObject, b: JsonObject): boolean =>
  sameSubject(a, b) && (a.apiGroup ?? '') === (b.apiGroup ?? '')

/**
 * Adds the missing subjects and, with `removeExtra`, removes the extra ones. The role of a binding cannot be changed, so a
 * binding to another role is created again.
 */
export function reconcileBinding(
  desired: ApiObject,
  live: ApiObject | undefined,
  removeExtra: boolean,
): Reconciliation {
  if (live !== undefined && !same(desired.roleRef, live.roleRef))
    return { object: desired, operation: 'recreate', lists: [] }
  const [desiredSubjects, liveSubjects] = [objectsIn(desired.subjects), objectsIn(live?.subjects)]
  const missing = desiredSubjects.filter((each) => !liveSubjects.some((other) => isEqualSubject(each, other)))
  const extra = removeExtra
    ? liveSubjects.filter((each) => !desiredSubjects.some((other) => isEqualSubject(each, other)))
    : []
  const lists = [
    { title: 'missing subjects added', items: missing },
    { title: 'extra subjects removed', items: extra },
  ]
  if (live === undefined) return { object: desired, operation: 'create', lists }
  const changed = missing.length + extra.length > 0
  const subjects = removeExtra ? desiredSubjects : [...liveSubjects, ...missing]
  const object = { ...live, metadata: mergedMetadata(desired, live), ...(changed ? { subjects } : {}) }
  return { object, operation: !changed && hasSameMetadata(object, live) ? undefined : 'update', lists }
}
