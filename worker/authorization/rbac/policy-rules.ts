import type { Json } from '../../api/json.ts'
import { isObject, stringsIn } from '../../api/json.ts'
import type { Attributes, PolicyRule } from '../authorizer.ts'

/** Reads the rules of a stored role. */
export function readRules(rules: Json | undefined): readonly PolicyRule[] {
  if (!Array.isArray(rules)) return []
  return rules.filter(isObject).map((rule) => ({
    verbs: stringsIn(rule['verbs']),
    apiGroups: stringsIn(rule['apiGroups']),
    resources: stringsIn(rule['resources']),
    resourceNames: stringsIn(rule['resourceNames']),
    nonResourceURLs: stringsIn(rule['nonResourceURLs']),
  }))
}

/** Whether one of the rules allows the request. Lists of rules are short, so they need no index. */
export function rulesAllow(rules: readonly PolicyRule[], attributes: Attributes): boolean {
  for (const rule of rules) {
    if (attributes.resourceRequest ? allowsResource(rule, attributes) : allowsPath(rule, attributes)) return true
  }
  return false
}

const has = (list: readonly string[], value: string): boolean => list.includes(value) || list.includes('*')

function allowsResource(rule: PolicyRule, { verb, group, resource, subresource, name }: Attributes): boolean {
  if (!has(rule.verbs, verb) || !has(rule.apiGroups, group)) return false
  const { resources, resourceNames } = rule
  const named = subresource === '' ? resource : `${resource}/${subresource}`
  if (!has(resources, named) && !(subresource !== '' && resources.includes(`*/${subresource}`))) return false
  return resourceNames.length === 0 || resourceNames.includes(name)
}

/** The parts of the request that the rule does not cover; empty when it allows the request. */
export function uncoveredParts(rule: PolicyRule, attributes: Attributes): string[] {
  const { verb, group, resource, subresource, name, path, resourceRequest } = attributes
  const verbLacks = has(rule.verbs, verb) ? [] : [`verb ${verb}`]
  if (!resourceRequest)
    return [...verbLacks, ...(rule.nonResourceURLs.some((each) => pathCovers(each, path)) ? [] : [`path ${path}`])]
  const named = subresource === '' ? resource : `${resource}/${subresource}`
  const lacks = [...verbLacks]
  if (!has(rule.apiGroups, group)) lacks.push(`API group "${group}"`)
  if (!allowsResource({ ...rule, verbs: ['*'], apiGroups: ['*'], resourceNames: [] }, attributes))
    lacks.push(`resource ${named}`)
  if (rule.resourceNames.length > 0 && !rule.resourceNames.includes(name))
    lacks.push(name === '' ? 'a request without a name' : `name ${name}`)
  return lacks
}

const allowsPath = ({ verbs, nonResourceURLs }: PolicyRule, { verb, path }: Attributes): boolean =>
  has(verbs, verb) && nonResourceURLs.some((pattern) => pathCovers(pattern, path))

/** Whether a pattern covers a path. A pattern is a path, or a prefix followed by `*`. */
export const pathCovers = (pattern: string, path: string): boolean =>
  pattern === '*' || pattern === path || (pattern.endsWith('*') && path.startsWith(pattern.replace(/\*+$/, '')))
