import type { Json, JsonObject } from '../../api/json.ts'
import { pathSegment } from '../../api/names.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { all, at, check, checkObject, oneOf } from '../notation/rule.ts'
import { listAt } from '../path.ts'
import { goStrings, goSlice } from '../../api/go-source.ts'

// The rules that select the requests sent to a webhook or a policy.

const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE']
const goOperations = goSlice('admissionregistration.OperationType')

interface ListWords {
  /** The name of the items in messages, such as `API groups`. */
  readonly items: string
  /** Prints the list as Go source. */
  readonly show: (list: Json | undefined) => string
}

/** Requires a list that is not empty, in which a wildcard may only be the single item. Returns the items. */
function wildcardOrItems(rule: JsonObject, field: string, { items, show }: ListWords, place: Place): readonly string[] {
  const list = listAt(rule, field).map(String)
  if (list.length === 0) place.required('', field)
  if (list.length > 1 && list.includes('*')) {
    place.invalidShown(show(rule[field]), `if '*' is present, must not specify other ${items}`, field)
  }
  return list
}

const operations = checkObject((rule, place) => {
  const words = { items: 'operations', show: goOperations }
  wildcardOrItems(rule, 'operations', words, place).forEach((operation, index) => {
    if (!OPERATIONS.includes(operation)) place.notSupported(operation, OPERATIONS, 'operations', index)
  })
})

const versions = checkObject((rule, place) => {
  wildcardOrItems(rule, 'apiGroups', { items: 'API groups', show: goStrings }, place)
  const words = { items: 'API versions', show: goStrings }
  wildcardOrItems(rule, 'apiVersions', words, place).forEach((version, index) => {
    if (version === '') place.required('', 'apiVersions', index)
  })
})

const resources = checkObject((rule, place) => {
  const list = listAt(rule, 'resources').map(String)
  if (list.length === 0) place.required('', 'resources')
  const wholeResources = new Set<string>()
  const wholeSubresources = new Set<string>()
  list.forEach((entry, index) => {
    if (entry === '') return place.required('', 'resources', index)
    const slash = entry.indexOf('/')
    if (slash < 0) return
    const resource = entry.slice(0, slash)
    const subresource = entry.slice(slash + 1)
    const covered = (by: string): void =>
      place.invalid(entry, `if '${by}' is present, must not specify ${entry}`, 'resources', index)
    if (wholeResources.has(resource)) covered(`${resource}/*`)
    if (wholeSubresources.has(subresource)) covered(`*/${subresource}`)
    if (subresource === '*') wholeResources.add(resource)
    if (resource === '*') wholeSubresources.add(subresource)
  })
  const shown = goStrings(rule['resources'])
  if (list.length > 1 && list.includes('*/*')) {
    place.invalidShown(shown, "if '*/*' is present, must not specify other resources", 'resources')
  }
  const plain = list.filter((entry) => entry !== '' && !entry.includes('/'))
  // The real server looks only at the last resource without a subresource. It refuses the list when that is not `*`.
  if (plain.includes('*') && plain.at(-1) !== '*') {
    const text = "if '*' is present, must not specify other resources without subresources"
    place.invalidShown(shown, text, 'resources')
  }
})

/** Checks one of the `rules` of a webhook. */
export const operationRule: Rule = all(
  operations,
  versions,
  resources,
  at('scope', oneOf('*', 'Cluster', 'Namespaced')),
)

const resourceNames = check((names, place) => {
  const seen = new Set<Json>()
  if (!Array.isArray(names)) return
  names.forEach((name, index) => {
    for (const fault of pathSegment(String(name))) place.invalid(name, fault, index)
    if (seen.has(name)) place.duplicate(name, index)
    seen.add(name)
  })
})

/** Checks one of the rules of a policy, which may also name objects. */
export const namedOperationRule: Rule = all(at('resourceNames', resourceNames), operationRule)
