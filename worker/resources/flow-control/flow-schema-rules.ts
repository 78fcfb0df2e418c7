import type { JsonObject } from '../../api/json.ts'
import { dnsLabel } from '../../api/names.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { all, at, checkObject, each, required } from '../notation/rule.ts'
import { listAt } from '../path.ts'
import { goStrings } from '../../api/go-source.ts'
import { subject } from './flow-schema-subjects.ts'

const ONE_NAMESPACE = "each member of this list must be '*' or a DNS-1123 label; "
const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch']

interface ListWords {
  readonly missing: string
  /** The items in the message about a wildcard: `api groups`. */
  readonly items: string
}

/** Requires a list that is not empty, in which a wildcard may only be the single item. Returns whether its items need a check. */
function wildcardOrItems(rule: JsonObject, field: string, { missing, items }: ListWords, place: Place): boolean {
  const list = listAt(rule, field)
  if (list.length === 0) place.required(missing, field)
  else if (list.includes('*')) {
    const text = `if '*' is present, must not specify other ${items}`
    if (list.length > 1) place.invalidShown(goStrings(rule[field]), text, field)
  } else return true
  return false
}

const verbs = checkObject((rule, place) => {
  const words = { missing: 'verbs must contain at least one value', items: 'verbs' }
  if (!wildcardOrItems(rule, 'verbs', words, place)) return
  if (listAt(rule, 'verbs').some((verb) => !VERBS.includes(String(verb)))) {
    place.notSupportedShown(goStrings(rule['verbs']), VERBS, 'verbs')
  }
})

const resources = checkObject((rule, place) => {
  const groups = { missing: 'resource rules must supply at least one api group', items: 'api groups' }
  wildcardOrItems(rule, 'apiGroups', groups, place)
  const names = { missing: 'resource rules must supply at least one resource', items: 'resources' }
  wildcardOrItems(rule, 'resources', names, place)
  if (listAt(rule, 'namespaces').length === 0 && rule['clusterScope'] === true) return
  const missing = 'resource rules that are not cluster scoped must supply at least one namespace'
  if (!wildcardOrItems(rule, 'namespaces', { missing, items: 'namespaces' }, place)) return
  listAt(rule, 'namespaces').forEach((namespace, index) => {
    for (const fault of dnsLabel(String(namespace)))
      place.invalid(namespace, ONE_NAMESPACE + fault, 'namespaces', index)
  })
})

function urlFault(url: string): string | undefined {
  if (url === '') return 'must not be empty'
  if (url === '/') return undefined
  if (!url.startsWith('/')) return 'must start with slash'
  if (url.includes(' ')) return 'must not contain white-space'
  if (url.includes('//')) return 'must not contain double slash'
  const star = url.indexOf('*')
  return star < 0 || (star === url.length - 1 && url.endsWith('/*'))
    ? undefined
    : 'wildcard can only do suffix matching'
}

const urls = checkObject((rule, place) => {
  const missing = 'nonResourceURLs must contain at least one value'
  if (!wildcardOrItems(rule, 'nonResourceURLs', { missing, items: 'non-resource URLs' }, place)) return
  listAt(rule, 'nonResourceURLs').forEach((url, index) => {
    const fault = urlFault(String(url))
    if (fault !== undefined) place.invalid(url, fault, 'nonResourceURLs', index)
  })
})

const requireRules = checkObject((rule, place) => {
  if (listAt(rule, 'resourceRules').length === 0 && listAt(rule, 'nonResourceRules').length === 0) {
    place.required('at least one of resourceRules and nonResourceRules has to be non-empty')
  }
})

/** The selection of requests to which a FlowSchema applies. */
export const policyRules: Rule = each(
  'rules',
  all(
    at('subjects', required('subjects must contain at least one value')),
    each('subjects', subject),
    requireRules,
    each('resourceRules', verbs, resources),
    each('nonResourceRules', verbs, urls),
  ),
)
