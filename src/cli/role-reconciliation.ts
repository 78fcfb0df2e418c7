import type { JsonObject } from '../../worker/api/json.ts'
import { objectsIn, stringsIn } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { goJson } from '../../worker/api/go-json.ts'

/** The object to be written, and the differences between its stored and its desired state. */
export interface Reconciliation {
  readonly object: ApiObject
  /** Undefined when nothing changes. */
  readonly operation: 'create' | 'update' | undefined
  readonly lists: readonly { readonly title: string; readonly items: readonly JsonObject[] }[]
}

/** A rule for one verb of one resource of one group: the unit in which rules are compared. */
function atoms(rule: JsonObject): JsonObject[] {
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule
  const names = stringsIn(resourceNames)
  return stringsIn(verbs).flatMap((verb) => [
    ...stringsIn(apiGroups).flatMap((group) =>
      stringsIn(resources).flatMap((resource) =>
        (names.length === 0 ? [undefined] : names).map((name) => ({
          verbs: [verb],
          apiGroups: [group],
          resources: [resource],
          ...(name === undefined ? {} : { resourceNames: [name] }),
        })),
      ),
    ),
    ...stringsIn(nonResourceURLs).map((url) => ({ verbs: [verb], nonResourceURLs: [url] })),
  ])
}

/** True when a granted value covers a required one: an equal value, `*`, or a path that ends in `*`. */
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

/** Adds the missing rules and, with `removeExtra`, removes the extra ones. */
export function reconcileRole(desired: ApiObject, live: ApiObject | undefined, removeExtra: boolean): Reconciliation {
  const [desiredRules, liveRules] = [objectsIn(desired.rules), objectsIn(live?.rules)]
  const missing = uncovered(desiredRules, liveRules)
  const extra = removeExtra ? uncovered(liveRules, desiredRules) : []
  const lists = [
    { title: 'missing rules added', items: missing },
    { title: 'extra rules removed', items: extra },
  ]
  if (live === undefined) return { object: desired, operation: 'create', lists }
  const { labels, annotations } = desired.metadata ?? {}
  const changed = missing.length > 0 || extra.length > 0
  const rules = extra.length > 0 ? desiredRules : [...liveRules, ...missing]
  const metadata = {
    ...live.metadata,
    ...(labels === undefined ? {} : { labels: { ...labels, ...live.metadata?.labels } }),
    ...(annotations === undefined ? {} : { annotations: { ...annotations, ...live.metadata?.annotations } }),
  }
  const object = { ...live, metadata, ...(changed ? { rules } : {}) }
  const same = !changed && goJson(metadata) === goJson(live.metadata ?? {})
  return { object, operation: same ? undefined : 'update', lists }
}

/** Compares kind, name and namespace. */
export const sameSubject = (a: JsonObject, b: JsonObject): boolean =>
  a.kind === b.kind && a.name === b.name && (a.namespace ?? '') === (b.namespace ?? '')

/** Adds the missing subjects and, with `removeExtra`, removes the extra ones. The role of a binding cannot be changed. */
export function reconcileBinding(
  desired: ApiObject,
  live: ApiObject | undefined,
  removeExtra: boolean,
): Reconciliation {
  const [desiredSubjects, liveSubjects] = [objectsIn(desired.subjects), objectsIn(live?.subjects)]
  const missing = desiredSubjects.filter((each) => !liveSubjects.some((other) => sameSubject(each, other)))
  const extra = removeExtra
    ? liveSubjects.filter((each) => !desiredSubjects.some((other) => sameSubject(each, other)))
    : []
  const lists = [
    { title: 'missing subjects added', items: missing },
    { title: 'extra subjects removed', items: extra },
  ]
  if (live === undefined) return { object: desired, operation: 'create', lists }
  const kept = liveSubjects.filter((each) => !extra.includes(each))
  const object = { ...live, subjects: [...kept, ...missing] }
  return { object, operation: missing.length + extra.length > 0 ? 'update' : undefined, lists }
}
