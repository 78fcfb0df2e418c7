import type { JsonObject } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { goJson } from '../../worker/api/go-json.ts'

/** The object to be written, and the differences between its stored and its wanted state. */
export interface Reconciliation {
  readonly object: ApiObject
  /** Undefined when nothing changes. */
  readonly operation: 'create' | 'update' | undefined
  readonly lists: readonly { readonly title: string; readonly items: readonly JsonObject[] }[]
}

const objects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/** A rule for one verb of one resource of one group: the unit in which rules are compared. */
function atoms(rule: JsonObject): JsonObject[] {
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule
  const names = texts(resourceNames)
  return texts(verbs).flatMap((verb) => [
    ...texts(apiGroups).flatMap((group) =>
      texts(resources).flatMap((resource) =>
        (names.length === 0 ? [undefined] : names).map((name) => ({
          verbs: [verb],
          apiGroups: [group],
          resources: [resource],
          ...(name === undefined ? {} : { resourceNames: [name] }),
        })),
      ),
    ),
    ...texts(nonResourceURLs).map((url) => ({ verbs: [verb], nonResourceURLs: [url] })),
  ])
}

/** True when a granted value covers a wanted one: an equal value, `*`, or a path that ends in `*`. */
const covers = (granted: unknown, wanted: string): boolean =>
  texts(granted).some(
    (each) =>
      each === '*' ||
      each === wanted ||
      (each.endsWith('*') && each.startsWith('/') && wanted.startsWith(each.slice(0, -1))),
  )

function isCovered(atom: JsonObject, rules: readonly JsonObject[]): boolean {
  const one = (field: string): string => texts(atom[field])[0] ?? ''
  return rules.some((rule) => {
    if (!covers(rule.verbs, one('verbs'))) return false
    if (atom.nonResourceURLs !== undefined) return covers(rule.nonResourceURLs, one('nonResourceURLs'))
    const names = texts(rule.resourceNames)
    const named = names.length === 0 || names.includes(one('resourceNames'))
    return named && covers(rule.apiGroups, one('apiGroups')) && covers(rule.resources, one('resources'))
  })
}

const uncovered = (rules: readonly JsonObject[], by: readonly JsonObject[]): JsonObject[] =>
  rules.flatMap(atoms).filter((atom) => !isCovered(atom, by))

/** Adds the missing rules and, if asked to, removes the extra ones. */
export function reconcileRole(wanted: ApiObject, live: ApiObject | undefined, removeExtra: boolean): Reconciliation {
  const [want, have] = [objects(wanted.rules), objects(live?.rules)]
  const missing = uncovered(want, have)
  const extra = removeExtra ? uncovered(have, want) : []
  const lists = [
    { title: 'missing rules added', items: missing },
    { title: 'extra rules removed', items: extra },
  ]
  if (live === undefined) return { object: wanted, operation: 'create', lists }
  const { labels, annotations } = wanted.metadata ?? {}
  const changed = missing.length > 0 || extra.length > 0
  const rules = extra.length > 0 ? want : [...have, ...missing]
  const metadata = {
    ...live.metadata,
    ...(labels === undefined ? {} : { labels: { ...labels, ...live.metadata?.labels } }),
    ...(annotations === undefined ? {} : { annotations: { ...annotations, ...live.metadata?.annotations } }),
  }
  const object = { ...live, metadata, ...(changed ? { rules } : {}) }
  const same = !changed && goJson(metadata) === goJson(live.metadata ?? {})
  return { object, operation: same ? undefined : 'update', lists }
}

const sameSubject = (a: JsonObject, b: JsonObject): boolean =>
  a.kind === b.kind && a.name === b.name && (a.namespace ?? '') === (b.namespace ?? '')

/** The same for the subjects of a binding, whose role cannot be changed. */
export function reconcileBinding(wanted: ApiObject, live: ApiObject | undefined, removeExtra: boolean): Reconciliation {
  const [want, have] = [objects(wanted.subjects), objects(live?.subjects)]
  const missing = want.filter((each) => !have.some((other) => sameSubject(each, other)))
  const extra = removeExtra ? have.filter((each) => !want.some((other) => sameSubject(each, other))) : []
  const lists = [
    { title: 'missing subjects added', items: missing },
    { title: 'extra subjects removed', items: extra },
  ]
  if (live === undefined) return { object: wanted, operation: 'create', lists }
  const kept = have.filter((each) => !extra.includes(each))
  const object = { ...live, subjects: [...kept, ...missing] }
  return { object, operation: missing.length + extra.length > 0 ? 'update' : undefined, lists }
}
