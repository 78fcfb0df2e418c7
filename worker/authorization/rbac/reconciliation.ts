import type { Json } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { equalJson } from '../../patch/json-values.ts'
import { valueAt } from '../../resources/path.ts'
import { readRules } from './policy-rules.ts'
import { missingRules } from './rule-coverage.ts'

/**
 * A role or binding of the bootstrap policy with its missing rules and subjects restored; additions stay. Undefined
 * when nothing is missing. The rules of an aggregated role come from other roles and are not restored.
 */
export function reconciled(live: ApiObject, wanted: ApiObject): ApiObject | undefined {
  const next: ApiObject = { ...live, metadata: completeMetadata(live, wanted) }
  // The rules are unchanged in nearly every cluster, and a comparison is faster than a coverage check.
  if (Array.isArray(wanted['rules']) && !equalJson(live['rules'] ?? null, wanted['rules'])) {
    const held = readRules(live['rules'])
    const lost = wanted['rules'].filter((rule) => missingRules(held, readRules([rule])).length > 0)
    if (lost.length > 0) next['rules'] = [...listOf(live['rules']), ...lost]
  }
  if (Array.isArray(wanted['subjects'])) {
    const held = listOf(live['subjects'])
    const lost = wanted['subjects'].filter((subject) => !held.some((own) => equalJson(own, subject)))
    if (lost.length > 0) next['subjects'] = [...held, ...lost]
  }
  if (isObject(wanted['aggregationRule'])) {
    const held = selectorsOf(live)
    const lost = selectorsOf(wanted).filter((selector) => !held.some((own) => equalJson(own, selector)))
    if (!isObject(live['aggregationRule'])) next['aggregationRule'] = wanted['aggregationRule']
    else if (lost.length > 0) next['aggregationRule'] = { clusterRoleSelectors: [...held, ...lost] }
  }
  return equalJson(next, live) ? undefined : next
}

const selectorsOf = (role: ApiObject): Json[] => listOf(valueAt(role, 'aggregationRule.clusterRoleSelectors'))

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

function completeMetadata({ metadata = {} }: ApiObject, { metadata: wanted = {} }: ApiObject) {
  return {
    ...metadata,
    labels: { ...wanted.labels, ...metadata.labels },
    annotations: { ...wanted.annotations, ...metadata.annotations },
  }
}
