import { groupResource } from './discovery.ts'
import type { JsonObject } from '../../worker/api/json.ts'
import { objectsIn, stringsIn } from '../../worker/api/json.ts'

/** A rule for one resource, one named object or one path. */
interface CompactRule {
  readonly group?: string
  readonly resource?: string
  readonly resourceName?: string
  readonly url?: string
  readonly verbs: readonly string[]
}

/**
 * The rows in which kubectl prints rules: resource, path, name and verbs. The verbs of a resource or a named object share a row,
 * and each verb of a path has its own one.
 */
export function ruleRows(rules: unknown): string[][] {
  const found = new Map<string, CompactRule>()
  const paths: CompactRule[] = []
  for (const rule of objectsIn(rules)) {
    const verbs = stringsIn(rule.verbs)
    for (const resource of verbs.length === 0 ? [] : resourcesOf(rule)) {
      const key = JSON.stringify([resource.group, resource.resource, resource.resourceName])
      found.set(key, { ...resource, verbs: [...new Set([...(found.get(key)?.verbs ?? []), ...verbs])] })
    }
    for (const url of stringsIn(rule.nonResourceURLs)) paths.push(...verbs.map((verb) => ({ url, verbs: [verb] })))
  }
  return [...paths, ...found.values()].sort((a, b) => (goText(a) < goText(b) ? -1 : 1)).map(rowOf)
}

function resourcesOf(rule: JsonObject): Omit<CompactRule, 'verbs'>[] {
  const names = stringsIn(rule.resourceNames)
  const objects = names.length === 0 ? [{}] : names.map((resourceName) => ({ resourceName }))
  return stringsIn(rule.apiGroups).flatMap((group) =>
    stringsIn(rule.resources).flatMap((resource) => objects.map((object) => ({ group, resource, ...object }))),
  )
}

/** The text by which kubectl sorts rules: the struct as Go prints it. */
const goText = ({ verbs, group, resource, resourceName, url }: CompactRule): string =>
  [
    `Verbs:[${verbs.join(' ')}]`,
    `APIGroups:[${group ?? ''}]`,
    `Resources:[${resource ?? ''}]`,
    `ResourceNames:[${resourceName ?? ''}]`,
    `NonResourceURLs:[${url ?? ''}]`,
  ].join(',')

function rowOf({ group = '', resource = '', url = '', resourceName = '', verbs }: CompactRule): string[] {
  const [type = '', ...subresource] = resource.split('/')
  const combined = [groupResource({ group, resource: type }), ...subresource].join('/')
  return [combined, `[${url}]`, `[${resourceName}]`, `[${verbs.join(' ')}]`]
}
