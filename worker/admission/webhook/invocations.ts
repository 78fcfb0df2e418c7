import type { GroupVersionResource } from '../../api/group-version.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import type { Catalog } from '../../resources/resource.ts'
import type { AdmissionScope } from '../admission.ts'
import type { Form } from './version-converter.ts'
import type { Hook, Invocation } from './webhook.ts'

/** The lookups for a scope: its equivalent resources and their schemas. */
export type ScopeCatalog = Pick<Catalog, 'find' | 'all'>

/** The hooks that match requests of a scope, each with the version that it requests. */
export function invocationsOf(hooks: readonly Hook[], scope: AdmissionScope, catalog: ScopeCatalog): Invocation[] {
  const own = formOf(scope.resource, scope, catalog)
  if (own === undefined) return []
  let others: readonly GroupVersionResource[] | undefined
  return hooks.flatMap((hook): Invocation[] => {
    if (hook.rules.some((rule) => matchesRule(rule, scope, scope.resource, own))) {
      return [{ hook, resource: scope.resource, kind: scope.kind, form: own }]
    }
    if (!hook.matchesEquivalent) return []
    others ??= equivalentsOf(scope, own, catalog)
    // The order of rules takes precedence over the order of versions.
    for (const rule of hook.rules) {
      const resource = others.find((other) => matchesRule(rule, scope, other, own))
      const form = resource && formOf(resource, scope, catalog)
      if (resource !== undefined && form !== undefined) return [{ hook, resource, kind: form.kind, form }]
    }
    return []
  })
}

/** The form of a resource or subresource in a version; undefined when the version does not serve it. */
function formOf(
  { group, version: name, resource: plural }: GroupVersionResource,
  { subresource }: AdmissionScope,
  catalog: ScopeCatalog,
): Form | undefined {
  const found = catalog.find(group, name, plural)
  if (found === undefined) return undefined
  const { resource, version } = found
  if (subresource === '') {
    return { resource, version, schema: version.schema, kind: { group, version: name, kind: resource.kind } }
  }
  const sub = version.subresources.get(subresource)
  return sub && { resource, version, schema: sub.schema, kind: sub.kind }
}

/** The other versions and groups under which the same objects are served. */
function equivalentsOf(
  { resource: { group, version }, subresource }: AdmissionScope,
  own: Form,
  catalog: ScopeCatalog,
): GroupVersionResource[] {
  return catalog
    .all()
    .filter(({ storage }) => storage === own.resource.storage)
    .flatMap((resource) =>
      resource.versions
        .filter((one) => subresource === '' || one.subresources.has(subresource))
        .map((one) => ({ group: resource.group, version: one.version, resource: resource.name })),
    )
    .filter((other) => other.group !== group || other.version !== version)
}

const holds = (list: Json | undefined, wanted: string): boolean =>
  Array.isArray(list) && (list.includes('*') || list.includes(wanted))

function matchesRule(
  rule: JsonObject,
  { operation, subresource }: AdmissionScope,
  { group, version, resource }: GroupVersionResource,
  { resource: { namespaced } }: Form,
): boolean {
  const { scope, operations, apiGroups, apiVersions, resources } = rule
  if (scope === 'Namespaced' && !namespaced) return false
  if (scope === 'Cluster' && namespaced) return false
  if (!holds(operations, operation) || !holds(apiGroups, group) || !holds(apiVersions, version)) return false
  // `pods/*` also matches `pods` (reference/webhooks.md 1).
  return (
    Array.isArray(resources) &&
    resources.some((entry) => {
      const [plural, part = ''] = String(entry).split('/', 2)
      return (plural === '*' || plural === resource) && (part === '*' || part === subresource)
    })
  )
}
