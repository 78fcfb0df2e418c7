import type { Json } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { Attributes, PolicyRule } from '../authorizer.ts'

/** Reads the rules of a stored role. */
export function readRules(rules: Json | undefined): readonly PolicyRule[] {
  if (!Array.isArray(rules)) return []
  return rules.filter(isObject).map((rule) => ({
    verbs: strings(rule['verbs']),
    apiGroups: strings(rule['apiGroups']),
    resources: strings(rule['resources']),
    resourceNames: strings(rule['resourceNames']),
    nonResourceURLs: strings(rule['nonResourceURLs']),
  }))
}

const strings = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

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

const allowsPath = ({ verbs, nonResourceURLs }: PolicyRule, { verb, path }: Attributes): boolean =>
  has(verbs, verb) && nonResourceURLs.some((pattern) => pathCovers(pattern, path))

/** A pattern is a path, or a prefix followed by `*`. */
export const pathCovers = (pattern: string, path: string): boolean =>
  pattern === '*' || pattern === path || (pattern.endsWith('*') && path.startsWith(pattern.replace(/\*+$/, '')))
