import type { Json } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { Attributes, PolicyRule } from '../authorizer.ts'

/** The rules of a role as they are stored. */
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

/** Whether one of the rules allows it; lists are short, so they are searched as they are. */
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

/** A pattern is a path, or the beginning of one with a star behind. */
export const pathCovers = (pattern: string, path: string): boolean =>
  pattern === '*' || pattern === path || (pattern.endsWith('*') && path.startsWith(pattern.replace(/\*+$/, '')))
